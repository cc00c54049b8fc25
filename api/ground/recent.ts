/**
 * Keeps what was made last, within a bound: two generations, and the older one is dropped when the younger is full. What
 * is used again moves to the younger one.
 */
export class Recent<Value> {
  #young = new Map<string, Value>();
  #old = this.#young;
  readonly #generation: number;

  /** `generation` is how many each of the two holds. */
  constructor(generation: number) {
    this.#generation = generation;
  }

  /** The value of a key; `make` creates the value if the key has none. */
  take(key: string, make: () => Value): Value {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const value = this.#old.get(key) ?? make();
    if (this.#young.size >= this.#generation) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }
}
