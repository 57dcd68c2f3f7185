/** Tells this replica's jobs that an operation has something to do, right after the commit that made it so. */
export class OperationBell {
  private readonly listeners = new Set<() => void>();

  /** Calls `listener` at each ring. */
  listen(listener: () => void): void {
    this.listeners.add(listener);
  }

  ring(): void {
    for (const listener of this.listeners) listener();
  }
}
