/**
 * A bounded cache in two generations. When the younger generation is full, the older one is dropped. A value that is used
 * again moves to the younger generation, so values in use stay.
 */
export class BoundedCache<Value> {
  #young = new Map<string, Value>();
  #old = this.#young;
  readonly #generation: number;

  /** `generation` is the most values that each of the two holds. */
  constructor(generation: number) {
    this.#generation = generation;
  }

  /** The value of a key; undefined if the key has none, or has lost its value. */
  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Sets the value of a key. */
  set(key: string, value: Value): void {
    if (this.#young.size >= this.#generation) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  /** The value of a key; `create` makes the value if the key has none. */
  getOrCreate(key: string, create: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const created = create();
    this.set(key, created);
    return created;
  }
}
