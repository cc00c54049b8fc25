import { type Bytes, bytesOf, endOfPlain, longWordLength, wordLength } from './bytes.ts';

/** Thrown where bytes are no JSON, or are JSON that only execution can complete. */
export class NotTranscodable extends Error {}
const notTranscodable = new NotTranscodable();

/** Ends the transcoding of an answer. */
export function refuse(): never {
  throw notTranscodable;
}

export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
const backslash = 0x5c;
const minus = 0x2d;
export const zero = 0x30;
const nine = 0x39;
const point = 0x2e;
const lastBlank = 0x20;
export const letterN = 0x6e;
const letterU = 0x75;

const literals = { null: bytesOf('null'), true: bytesOf('true'), false: bytesOf('false') };
const isEscaped = new Set(Buffer.from('"\\/bfnrt'));
const isBlank = new Set(Buffer.from(' \t\r\n'));
// JSON.parse reads deeper nesting without recursion.
const deepest = 100;

// In bytes behind the end, so that a word can be read at every byte.
const padding = 2 * longWordLength;
/**
 * Reads JSON bytes from the start to the end, by the grammar of RFC 8259. The bytes are copied in front of zeros, which
 * no JSON has: reading behind the end of an array would make every read slower.
 */
export class JsonCursor {
  bytes = Buffer.alloc(64 * 1024);
  /** The same bytes in words of four. */
  words = wordsOf(this.bytes);
  at = 0;
  #length = 0;

  start(body: Uint8Array): void {
    if (body.length + padding > this.bytes.length) {
      this.bytes = Buffer.alloc(2 * body.length + padding);
      this.words = wordsOf(this.bytes);
    }
    this.bytes.set(body);
    this.bytes.fill(0, body.length, body.length + padding);
    this.#length = body.length;
    this.at = 0;
  }

  /** The next byte that is no blank; 0 at the end. */
  peek(): number {
    const byte = this.bytes[this.at] ?? 0;
    return byte > lastBlank ? byte : this.#peekAfterBlanks();
  }

  #peekAfterBlanks(): number {
    for (;;) {
      const byte = this.bytes[this.at] ?? 0;
      if (!isBlank.has(byte)) return byte;
      this.at += 1;
    }
  }

  isAt(byte: number): boolean {
    return this.bytes[this.at] === byte;
  }

  expect(byte: number): void {
    if (this.peek() !== byte) refuse();
    this.at += 1;
  }

  /** Reads a comma, or the end of an object or a list; whether it was a comma. */
  hasNext(end: number): boolean {
    const byte = this.peek();
    if (byte !== comma && byte !== end) refuse();
    this.at += 1;
    return byte === comma;
  }

  /** Whether the bytes here are these, which are a word at least; reads them then. */
  skipIf({ words: wanted, length }: Bytes): boolean {
    const { words, at } = this;
    let index = 0;
    for (const end = length - longWordLength; index < end; index += longWordLength)
      if (words.getFloat64(at + index, true) !== wanted.getFloat64(index, true)) return false;
    if (length >= longWordLength) {
      const last = length - longWordLength;
      if (words.getFloat64(at + last, true) !== wanted.getFloat64(last, true)) return false;
    } else {
      const last = length - wordLength;
      if (words.getInt32(at, true) !== wanted.getInt32(0, true)) return false;
      if (words.getInt32(at + last, true) !== wanted.getInt32(last, true)) return false;
    }
    this.at = at + length;
    return true;
  }

  /** The same for bytes of any length. */
  skipIfShort({ words: wanted, length }: Bytes): boolean {
    const { words, at } = this;
    for (let index = 0; index < length; index += 1)
      if (words.getUint8(at + index) !== wanted.getUint8(index)) return false;
    this.at = at + length;
    return true;
  }

  skipNull(): boolean {
    return this.skipIf(literals.null);
  }

  skipBoolean(): void {
    if (!this.skipIf(literals.true) && !this.skipIf(literals.false)) refuse();
  }

  /** Reads a string, its quotes included. */
  skipString(): void {
    const { words } = this;
    if (words.getUint8(this.at) !== quote) refuse();
    let at = endOfPlain(words, this.at + 1);
    for (;;) {
      const byte = words.getUint8(at);
      if (byte === quote) break;
      if (byte !== backslash) refuse();
      at = endOfPlain(words, this.#endOfEscape(at) + 1);
    }
    this.at = at + 1;
  }

  /** The index of an escape's last byte. */
  #endOfEscape(start: number): number {
    const kind = this.bytes[start + 1];
    if (kind !== undefined && isEscaped.has(kind)) return start + 1;
    if (kind !== letterU) refuse();
    for (let at = start + 2; at < start + 6; at += 1) if (!isHexDigit(this.bytes[at])) refuse();
    return start + 5;
  }

  /** Reads the digits of a whole number; how many there are. Refuses a zero before other digits. */
  skipDigits(): number {
    const { at: start } = this;
    while (isDigit(this.bytes[this.at])) this.at += 1;
    const count = this.at - start;
    if (count === 0 || (count > 1 && this.bytes[start] === zero)) refuse();
    return count;
  }

  skipMinus(): boolean {
    if (this.bytes[this.at] !== minus) return false;
    this.at += 1;
    return true;
  }

  /** Reads the fraction of a number; how many digits it has. */
  skipFraction(): number {
    if (this.bytes[this.at] !== point) return 0;
    this.at += 1;
    return this.#skipAnyDigits();
  }

  #skipAnyDigits(): number {
    const { at: start } = this;
    while (isDigit(this.bytes[this.at])) this.at += 1;
    if (this.at === start) refuse();
    return this.at - start;
  }

  #skipNumber(): void {
    this.skipMinus();
    this.skipDigits();
    this.skipFraction();
    if (!isExponent(this.bytes[this.at])) return;
    this.at += 1;
    if (isSign(this.bytes[this.at])) this.at += 1;
    this.#skipAnyDigits();
  }

  /** Reads any value. */
  skipValue(depth = 0): void {
    const byte = this.peek();
    if (byte === quote) this.skipString();
    else if (byte === openBrace) this.#skipMembers(depth);
    else if (byte === openBracket) this.#skipItems(depth);
    else if (byte === minus || isDigit(byte)) this.#skipNumber();
    else if (!this.skipNull()) this.skipBoolean();
  }

  #skipMembers(depth: number): void {
    if (this.#isEmpty(depth, closeBrace)) return;
    do {
      if (this.peek() !== quote) refuse();
      this.skipString();
      this.expect(colon);
      this.skipValue(depth + 1);
    } while (this.hasNext(closeBrace));
  }

  #skipItems(depth: number): void {
    if (this.#isEmpty(depth, closeBracket)) return;
    do this.skipValue(depth + 1);
    while (this.hasNext(closeBracket));
  }

  /** Reads the start of an object or a list, and the end as well where nothing is between them. */
  #isEmpty(depth: number, end: number): boolean {
    if (depth >= deepest) refuse();
    this.at += 1;
    if (this.peek() !== end) return false;
    this.at += 1;
    return true;
  }

  /** Reads blanks to the end of the bytes. */
  expectEnd(): void {
    if (this.peek() !== 0 || this.at < this.#length) refuse();
  }
}

const wordsOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length);
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= nine;
const isHexDigit = (byte: number | undefined): boolean =>
  byte !== undefined && /^[\da-f]$/i.test(String.fromCharCode(byte));
const isExponent = (byte: number | undefined): boolean => byte === 0x65 || byte === 0x45;
const isSign = (byte: number | undefined): boolean => byte === minus || byte === 0x2b;
