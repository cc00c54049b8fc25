import type { JsonCursor } from './json-cursor.ts';
import { backslash, firstPrintable, quote, refuse } from './json-cursor.ts';

// In bytes. A larger answer is parsed and written as before.
const longest = 4 * 1024 * 1024;

/** Writes bytes one after another into memory that grows. Callers reserve room first. */
export class JsonWriter {
  #bytes = new Uint8Array(256 * 1024);
  /** The index behind the last byte. */
  end = 0;

  /** Makes room for that many bytes. */
  reserve(count: number): void {
    const wanted = this.end + count;
    if (wanted <= this.#bytes.length) return;
    if (wanted > longest) refuse();
    const larger = new Uint8Array(2 * wanted);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  writeByte(byte: number): void {
    this.#bytes[this.end] = byte;
    this.end += 1;
  }

  write(bytes: Uint8Array): void {
    const to = this.#bytes;
    const { end } = this;
    for (let index = 0; index < bytes.length; index += 1) to[end + index] = bytes[index] ?? 0;
    this.end = end + bytes.length;
  }

  /** Writes a byte in the place of another. */
  replace(at: number, byte: number): void {
    this.#bytes[at] = byte;
  }

  /** Writes again what stands from a start to an end. */
  repeat(start: number, end: number): void {
    this.#bytes.copyWithin(this.end, start, end);
    this.end += end - start;
  }

  /** Moves what was written since `from` to an earlier place, over what stands there. */
  moveBack(from: number, to: number): void {
    this.#bytes.copyWithin(to, from, this.end);
    this.end -= from - to;
  }

  /** Reads a string and writes it as it stands, in one loop: most of an answer's bytes are texts. */
  copyString(cursor: JsonCursor): void {
    const { bytes, at: start } = cursor;
    const to = this.#bytes;
    let at = start;
    let { end } = this;
    let byte = bytes[at] ?? 0;
    if (byte !== quote) refuse();
    do {
      to[end] = byte;
      end += 1;
      at += 1;
      byte = bytes[at] ?? 0;
      if (byte < firstPrintable || byte === backslash) {
        cursor.skipString();
        this.write(bytes.subarray(start, cursor.at));
        return;
      }
    } while (byte !== quote);
    to[end] = byte;
    cursor.at = at + 1;
    this.end = end + 1;
  }

  /** A copy of everything that is written; refuses where it had no room. */
  copy(): Buffer {
    if (this.end > this.#bytes.length) refuse();
    return Buffer.from(this.#bytes.subarray(0, this.end));
  }
}
