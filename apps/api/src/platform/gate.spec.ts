import { describe, expect, it } from '@jest/globals';
import { Gate } from './gate.js';

/** Somebody at a gate, who stays inside until told to leave. */
const visit = (gate: Gate, order: string[], name: string) => {
  let leave = (): void => undefined;
  let stumble = (): void => undefined;
  const stay = new Promise<string>((resolve, reject) => {
    leave = () => resolve(name);
    stumble = () => reject(new Error(name));
  });
  const done = gate.pass(() => {
    order.push(name);
    return stay;
  });
  return { done, leave, stumble };
};

describe('A gate', () => {
  it('lets so many in, others in their order, and refuses beyond those who may wait', async () => {
    const order: string[] = [];
    const gate = new Gate({ atOnce: 1, waiting: 2 }, 'too many');
    const [first, second, third] = ['a', 'b', 'c'].map((name) => visit(gate, order, name));
    const refused = visit(gate, order, 'd');
    await expect(refused.done).rejects.toMatchObject({ code: 'unavailable', message: 'too many' });
    expect(order).toEqual(['a']);
    first?.stumble();
    await expect(first?.done).rejects.toThrow('a');
    second?.leave();
    expect(await second?.done).toBe('b');
    third?.leave();
    expect(await third?.done).toBe('c');
    expect(order).toEqual(['a', 'b', 'c']);
    const later = visit(gate, order, 'e');
    later.leave();
    expect(await later.done).toBe('e');
  });
});
