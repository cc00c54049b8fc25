/**
 * A bounded cache of recent values in two generations. When the younger generation is full, the older one is dropped. A
 * value that is used again moves to the younger generation.
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
