/** Bytes of our own that are compared in words of four and copied in words of eight; zeros fill the last word. */
export interface Bytes {
  readonly words: DataView;
  readonly length: number;
}

export const wordLength = 4;
export const longWordLength = 8;

export function bytesOf(text: string): Bytes {
  const bytes = Buffer.from(text);
  const words = new DataView(new ArrayBuffer(Math.ceil(bytes.length / longWordLength) * longWordLength));
  new Uint8Array(words.buffer).set(bytes);
  return { words, length: bytes.length };
}

interface Copy {
  readonly from: DataView;
  readonly start: number;
  readonly stop: number;
  readonly to: DataView;
  readonly place: number;
}

/**
 * Copies bytes of UTF-8 to a place, in words of eight. Gives the place behind the copied bytes. The last word may reach up
 * to seven bytes further, on both sides. V8 loads and stores a 64-bit float without an object for its value, unlike a
 * 64-bit integer. A float keeps its bits unless it is NaN. No UTF-8 is NaN: its last two bytes would be 0xff, which UTF-8
 * never has, or 0x7f behind a byte that a continuation must follow.
 */
export function copyBytes({ from, start, stop, to, place }: Copy): number {
  const offset = place - start;
  for (let at = start; at < stop; at += longWordLength) to.setFloat64(offset + at, from.getFloat64(at, true), true);
  return offset + stop;
}

// Of each byte in a word of four: its highest bit, and one byte in all places.
const highBits = 0x80808080;
const lowBits = 0x01010101;
const backslashes = 0x5c5c5c5c;
// This bit exchanges the quote, 0x22, with the blank, 0x20: then the control characters and the quote are all that is less
// than 0x21.
const quotesLow = 0x02020202;
const quotesEnd = 0x21212121;
const log2BitsOfByte = 3;

/**
 * Marks quotes, backslashes and control characters in a word of four, which are all that ends or interrupts a JSON string:
 * the lowest bit that is set is the highest bit of the first such byte, and 0 means that there is none (SIMD within a
 * register). A subtraction sets a byte's highest bit where the byte is less than what is subtracted; a backslash is 0
 * after the exclusive or. Neither exclusive or changes a highest bit, so one mask leaves out the bytes from 0x80.
 */
export function markSpecial(word: number): number {
  return (((word ^ quotesLow) - quotesEnd) | ((word ^ backslashes) - lowBits)) & ~word & highBits;
}

/** The place of the first marked byte in its word. */
export const firstMarked = (marks: number): number => (31 - Math.clz32(marks & -marks)) >> log2BitsOfByte;

/** The index of the first byte at or after `from` that ends or interrupts a JSON string (`markSpecial`). */
export function endOfPlain(words: DataView, from: number): number {
  // Two words in each round: neither depends on the other, so the processor computes both at once.
  for (let at = from; ; at += 2 * wordLength) {
    const marks = markSpecial(words.getInt32(at, true));
    const nextMarks = markSpecial(words.getInt32(at + wordLength, true));
    if ((marks | nextMarks) === 0) continue;
    return marks === 0 ? at + wordLength + firstMarked(nextMarks) : at + firstMarked(marks);
  }
}
