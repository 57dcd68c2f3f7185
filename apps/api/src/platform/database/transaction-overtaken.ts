/** What the transaction had read changed before it was locked: it starts over, as after a deadlock. */
export class TransactionOvertaken extends Error {
  override readonly name = 'TransactionOvertaken';
}
