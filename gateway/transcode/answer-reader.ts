import { bytesOf, endOfPlain } from './bytes.ts';
import {
  closeBrace,
  closeBracket,
  colon,
  JsonCursor,
  letterN,
  openBrace,
  openBracket,
  quote,
  refuse,
  zero,
} from './json-cursor.ts';
import type { ExpectedName, Member, Shape } from './shape.ts';

const mostExpected = 100;
const mostDigitsOfInt = 9;
const mostDigitsOfFloat = 15;
const mostNotes = 1024 * 1024;

// The second number of a note that is no stretch of bytes: the first one is where the notes of an object or a list begin,
// or the index of a choice. Both are even, as without a key; 0 is an absent member.
export const isNode = -2;
export const isChoice = -4;

/**
 * Reads an answer once, checks each selected value as execution checks it, and notes what to write for it. A note is two
 * numbers: where a stretch of the answer's bytes starts, and twice its end, plus one where the stretch has the member's key
 * as well. A list notes its items as a chain: where the next one is (0 at the end), and the item's note. An object has a
 * note for each member of the selection.
 */
export class AnswerReader {
  notes = new Int32Array(16 * 1024);
  /** How many bytes the objects and choices that were read may take beside the answer's own. */
  added = 0;
  readonly #cursor = new JsonCursor();
  #noted = 0;

  /** The bytes of the answer. */
  get words(): DataView {
    return this.#cursor.words;
  }

  /** Reads a whole answer. Its note is at 0. */
  read(shape: Shape, body: Uint8Array): void {
    this.#noted = 0;
    this.added = 0;
    this.#cursor.start(body);
    this.#readValue(shape, this.#take(2));
    this.#cursor.expectEnd();
  }

  /** Makes room for notes; the index of the first number. */
  #take(count: number): number {
    const start = this.#noted;
    this.#noted = start + count;
    if (this.#noted > this.notes.length) this.#growNotes();
    return start;
  }

  #growNotes(): void {
    if (this.#noted > mostNotes) refuse();
    const larger = new Int32Array(Math.min(mostNotes, 2 * this.#noted));
    larger.set(this.notes);
    this.notes = larger;
  }

  #note(at: number, first: number, second: number): void {
    this.notes[at] = first;
    this.notes[at + 1] = second;
  }

  #readValue(shape: Shape, note: number): void {
    this.#cursor.peek();
    this.#readFrom(this.#cursor.at, shape, note, 0);
  }

  /** Reads a value. A stretch of bytes begins at `start`. */
  #readFrom(start: number, shape: Shape, note: number, hasKey: 0 | 1): void {
    const from = this.#cursor;
    const { kind } = shape;
    if (from.isAt(letterN)) {
      if (!shape.isNullable || !from.skipNull()) refuse();
    } else if (kind === 'string') from.skipString();
    else if (kind === 'object') return this.#note(note, this.#readObject(shape), isNode);
    else if (kind === 'list') return this.#note(note, this.#readList(shape), isNode);
    else if (kind === 'choice') return this.#note(note, this.#readChoice(shape), isChoice);
    else this.#readLeaf(shape);
    this.#note(note, start, 2 * from.at + hasKey);
  }

  #readList({ item }: Shape): number {
    const from = this.#cursor;
    if (!item) refuse();
    const head = this.#take(1);
    this.notes[head] = 0;
    from.expect(openBracket);
    if (from.peek() === closeBracket) {
      from.at += 1;
      return head;
    }
    let last = head;
    do {
      const next = this.#take(3);
      this.notes[last] = next;
      this.notes[next] = 0;
      this.#readValue(item, next + 1);
      last = next;
    } while (from.hasNext(closeBracket));
    return head;
  }

  #readObject(shape: Shape): number {
    const from = this.#cursor;
    const { words } = from;
    const { members, expected } = shape;
    const node = this.#take(2 * members.length);
    const { notes } = this;
    for (let at = node + 1; at < this.#noted; at += 2) notes[at] = 0;
    this.added += shape.added;
    for (let position = 0; ; position += 1) {
      // At the brace, or at the comma after the last member.
      const { at: start } = from;
      const next = expected[position];
      if (next === undefined || !from.skipIf(next.bytes)) {
        if (this.#readOther(shape, node, position)) continue;
        return node;
      }
      const its = next.shape;
      if (its === undefined) {
        from.skipValue();
        continue;
      }
      const note = node + 2 * next.index;
      // JSON.parse takes the last one of two members with one name.
      if (this.notes[note + 1] !== 0) refuse();
      const { at } = from;
      // Most values are strings without an escape. They are read here, since a call of `#readFrom` takes longer than the string.
      if (its.kind === 'string' && words.getUint8(at) === quote) {
        const end = endOfPlain(words, at + 1);
        if (words.getUint8(end) === quote) {
          from.at = end + 1;
          this.#note(note, next.isKey ? start : at, 2 * (end + 1) + (next.isKey ? 1 : 0));
          continue;
        }
      }
      from.peek();
      if (next.isKey && from.at === at) this.#readFrom(start, its, note, 1);
      else this.#readFrom(from.at, its, note, 0);
    }
  }

  /** Reads a member whose name is not the expected one; whether there was one before the end of the object. */
  #readOther(shape: Shape, node: number, position: number): boolean {
    const from = this.#cursor;
    if (this.#isEnd(position)) return false;
    const index = this.#otherName(shape, position);
    const its = shape.members[index]?.shape;
    if (!its) {
      from.skipValue();
      return true;
    }
    const note = node + 2 * index;
    if (this.notes[note + 1] !== 0) refuse();
    this.#readValue(its, note);
    return true;
  }

  /** Reads the brace or the comma before the next name; whether the object ends instead. */
  #isEnd(position: number): boolean {
    const from = this.#cursor;
    if (position > 0) return !from.hasNext(closeBrace);
    from.expect(openBrace);
    if (from.peek() !== closeBrace) return false;
    from.at += 1;
    return true;
  }

  /** Reads a name that is not the expected one, and the colon; the member's index, or -1 where it is not selected. */
  #otherName(shape: Shape, position: number): number {
    const from = this.#cursor;
    from.peek();
    const { bytes, at: start } = from;
    from.skipString();
    const name = bytes.toString('latin1', start, from.at);
    // An escape may spell the name of a member that is selected.
    if (name.includes('\\')) refuse();
    const index = shape.indexByName.get(name.slice(1, -1)) ?? -1;
    if (position < mostExpected)
      shape.expected[position] = expectedName(shape.members[index], { name, index, position });
    from.expect(colon);
    return index;
  }

  /** The index of the choice. */
  #readChoice({ choices }: Shape): number {
    for (let index = 0; index < choices.length; index += 1) {
      const choice = choices[index];
      if (!choice || !this.#cursor.skipIfShort(choice.value)) continue;
      this.added += choice.name.length;
      return index;
    }
    refuse();
  }

  #readLeaf({ kind, accepted }: Shape): void {
    const from = this.#cursor;
    const { at: start } = from;
    if (kind === 'boolean') from.skipBoolean();
    else if (kind === 'checked') {
      from.skipString();
      if (!accepted?.has(from, start + 1, from.at - 1)) refuse();
    } else this.#readNumber(kind);
  }

  /** Only numbers of few digits, so that the text and the number are the same value. */
  #readNumber(kind: Shape['kind']): void {
    const from = this.#cursor;
    const isNegative = from.skipMinus();
    // JSON.stringify writes -0 as 0.
    if (isNegative && from.isAt(zero)) refuse();
    const digits = from.skipDigits();
    if (kind === 'int' && digits > mostDigitsOfInt) refuse();
    if (kind === 'float' && digits + from.skipFraction() > mostDigitsOfFloat) refuse();
  }
}

interface OtherName {
  /** Latin-1, its quotes included. */
  readonly name: string;
  readonly index: number;
  readonly position: number;
}

function expectedName(member: Member | undefined, { name, index, position }: OtherName): ExpectedName {
  const text = Buffer.from(name, 'latin1').toString();
  const bytes = bytesOf(`${position === 0 ? '{' : ','}${text}:`);
  // The writer replaces the first byte of an object by a brace. So the brace of the answer's first member may be copied
  // only if this member is written first.
  const isKey = member?.isNamedAlike === true && (position > 0 || index === 0);
  return { bytes, index, shape: member?.shape, isKey };
}
