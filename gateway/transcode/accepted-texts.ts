import { wordLength } from './bytes.ts';
import type { JsonCursor } from './json-cursor.ts';

const slots = 512;
// In bytes. An instant has 24, a day 10.
const longest = 32;
// A large odd number, so that the product's high bits depend on all bits (Fibonacci hashing).
const multiplier = 0x9e3779b1;
const shift = 23;

/**
 * Remembers which texts a scalar accepts: days and instants come again in many rows. A direct-mapped cache by the texts'
 * bytes, so that a known text is not decoded.
 */
export class AcceptedTexts {
  readonly #accepts: (text: string) => boolean;
  readonly #lengths = new Uint8Array(slots);
  readonly #words = new DataView(new ArrayBuffer(slots * longest));

  constructor(accepts: (text: string) => boolean) {
    this.#accepts = accepts;
  }

  /** Whether the bytes from `start` to `end` are the Latin-1 of an accepted text. */
  has({ bytes, words }: JsonCursor, start: number, end: number): boolean {
    const length = end - start;
    if (length < wordLength || length > longest) return this.#accepts(bytes.toString('latin1', start, end));
    const last = end - wordLength;
    let hash = words.getInt32(last, true);
    for (let at = start; at < last; at += wordLength) hash = Math.imul(hash ^ words.getInt32(at, true), multiplier);
    const slot = Math.imul(hash, multiplier) >>> shift;
    if (this.#lengths[slot] === length && this.#isIn(slot, words, start, last)) return true;
    if (!this.#accepts(bytes.toString('latin1', start, end))) return false;
    this.#keep(slot, words, start, length);
    return true;
  }

  #isIn(slot: number, words: DataView, start: number, last: number): boolean {
    const its = this.#words;
    const offset = slot * longest - start;
    for (let at = start; at < last; at += wordLength)
      if (its.getInt32(offset + at, true) !== words.getInt32(at, true)) return false;
    return its.getInt32(offset + last, true) === words.getInt32(last, true);
  }

  #keep(slot: number, words: DataView, start: number, length: number): void {
    this.#lengths[slot] = length;
    for (let at = 0; at < length; at += 1) this.#words.setUint8(slot * longest + at, words.getUint8(start + at));
  }
}
