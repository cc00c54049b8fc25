import { type Bytes, copyBytes, longWordLength } from './bytes.ts';
import { refuse } from './json-cursor.ts';

// In bytes. A larger answer is parsed and written by execution.
const longest = 4 * 1024 * 1024;
const slab = 128 * 1024;

/**
 * Writes texts of bytes, one text after another into slabs of memory: allocating memory for each takes as long as copying
 * it. A text keeps its slab alive, so a text that is cached needs a copy. Callers reserve room first.
 */
export class JsonWriter {
  #bytes = Buffer.allocUnsafeSlow(slab);
  /** The bytes in words. */
  words = wordsOf(this.#bytes);
  #start = 0;
  /** The index behind the last byte. */
  end = 0;

  /** Makes room for that many bytes. */
  reserve(count: number): void {
    // The last word may be longer than what is left to write.
    const wanted = this.end + count + longWordLength;
    if (wanted > this.#bytes.length) this.#moveToNewSlab(wanted - this.#start);
  }

  #moveToNewSlab(length: number): void {
    if (length > longest) refuse();
    const bytes = Buffer.allocUnsafeSlow(Math.max(slab, length));
    bytes.set(this.#bytes.subarray(this.#start, this.end));
    this.#bytes = bytes;
    this.words = wordsOf(bytes);
    this.end -= this.#start;
    this.#start = 0;
  }

  write({ words, length }: Bytes): void {
    this.end = copyBytes({ from: words, start: 0, stop: length, to: this.words, place: this.end });
  }

  /** Begins a text; what was written since the last one is dropped. */
  begin(): void {
    this.end = this.#start;
  }

  /** The text that was begun. */
  text(): Buffer {
    const text = this.#bytes.subarray(this.#start, this.end);
    this.#start = this.end;
    return text;
  }
}

const wordsOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length);
