/** Gets what an event carries. */
export type Listener<Event> = (event: Event) => void;

/** Tells listeners of events, typed by a map from names to what each carries. */
export class TypedEvents<Events extends object> {
  readonly #listeners: { [Name in keyof Events]?: Set<Listener<Events[Name]>> } = {};
  readonly #onListenerError: (error: unknown) => void;

  /** `onListenerError` hears what listeners throw: nobody else is harmed by it. */
  constructor(onListenerError: (error: unknown) => void) {
    this.#onListenerError = onListenerError;
  }

  /** Adds a listener; returns how to remove it. */
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    const listeners = (this.#listeners[name] ??= new Set());
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Tells every listener; false when there is none. */
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): boolean {
    const listeners = this.#listeners[name];
    if (listeners === undefined || listeners.size === 0) return false;
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
    return true;
  }
}
