import { isUtf8 } from 'node:buffer';
import { closeBrace, closeBracket, colon, comma, openBrace, openBracket } from './json-cursor.ts';
import { JsonCursor, letterN, NotTranscodable, refuse, zero } from './json-cursor.ts';
import { JsonWriter } from './json-writer.ts';
import type { ExpectedName, Shape } from './shape.ts';
import { bytesOf } from './shape.ts';

// In bytes. A larger answer is parsed and written as before.
const longest = 1024 * 1024;
const mostExpected = 100;
const mostDigitsOfInt = 9;
const mostDigitsOfFloat = 15;
// More than the start or the end of an answer takes, and the key of a root.
const rootBytes = 1_000;

const nullBytes = bytesOf('null');
const startBytes = bytesOf('{"data":');
const endBytes = bytesOf('}}');

/** One root field of an operation. */
export interface Root {
  /** The bytes `{"key":` of the first root, `,"key":` of the others. */
  readonly key: Uint8Array;
  readonly shape: Shape;
}

/**
 * Writes the JSON of an operation's answer from the JSON bytes of /api's answers, in one pass: a value that is selected
 * is checked as execution checks it and copied as it stands, every other value is checked and dropped. Undefined where
 * an answer is not as declared; execution then completes it and reports the errors.
 */
export function transcode(roots: readonly Root[], bodies: readonly Uint8Array[]): Buffer | undefined {
  try {
    return transcoder.transcode(roots, bodies);
  } catch (error) {
    if (error instanceof NotTranscodable) return undefined;
    throw error;
  }
}

class Transcoder {
  readonly #from = new JsonCursor();
  readonly #to = new JsonWriter();
  /** The start and the end of each member's bytes in the objects that are open; 0 for an absent member. */
  readonly #spans = new Int32Array(2_000);
  #openSpans = 0;
  /** How many bytes the open objects may still add to those of /api. */
  #owed = 0;

  transcode(roots: readonly Root[], bodies: readonly Uint8Array[]): Buffer {
    this.#openSpans = 0;
    this.#owed = 0;
    this.#to.end = 0;
    this.#to.write(startBytes);
    for (let index = 0; index < roots.length; index += 1) {
      const root = roots[index];
      const body = bodies[index];
      if (!root || !body || body.length > longest || !isUtf8(body)) refuse();
      this.#from.start(body);
      this.#reserve(rootBytes);
      this.#to.write(root.key);
      this.#value(root.shape);
      this.#from.expectEnd();
    }
    this.#reserve(rootBytes);
    this.#to.write(endBytes);
    return this.#to.copy();
  }

  #value(shape: Shape): void {
    const byte = this.#from.peek();
    if (byte === letterN && this.#from.skipNull()) this.#null(shape);
    else if (shape.kind === 'string') this.#to.copyString(this.#from);
    else if (shape.kind === 'object') this.#object(shape);
    else if (shape.kind === 'list') this.#list(shape);
    else if (shape.kind === 'choice') this.#choice(shape);
    else this.#leaf(shape);
  }

  #null({ isNullable }: Shape): void {
    if (!isNullable) refuse();
    this.#to.write(nullBytes);
  }

  #list({ item }: Shape): void {
    const from = this.#from;
    if (!item) refuse();
    from.expect(openBracket);
    this.#to.writeByte(openBracket);
    if (from.peek() === closeBracket) from.at += 1;
    else {
      this.#value(item);
      while (from.hasNext(closeBracket)) {
        this.#to.writeByte(comma);
        this.#value(item);
      }
    }
    this.#to.writeByte(closeBracket);
  }

  #object(shape: Shape): void {
    const spans = this.#spans;
    const base = this.#openSpans;
    const openSpans = base + 2 * shape.members.length;
    const start = this.#to.end;
    if (openSpans > spans.length) refuse();
    for (let span = base; span < openSpans; span += 1) spans[span] = 0;
    this.#openSpans = openSpans;
    this.#owed += shape.added;
    this.#reserve(0);
    this.#members(shape, base);
    this.#putInOrder(shape, base, start);
    // The first member begins with a comma, as all members do.
    this.#to.replace(start, openBrace);
    this.#to.writeByte(closeBrace);
    this.#openSpans = base;
    this.#owed -= shape.added;
  }

  /** Writes the members that are selected in the order in which they come, and notes where they are. */
  #members(shape: Shape, base: number): void {
    const from = this.#from;
    const to = this.#to;
    const spans = this.#spans;
    from.expect(openBrace);
    if (from.peek() === closeBrace) {
      from.at += 1;
      return;
    }
    let position = 0;
    do {
      const expected = shape.expected[position];
      const isExpected = expected !== undefined && from.skipIf(expected.bytes);
      const index = isExpected ? expected.index : this.#otherName(shape, position);
      const member = shape.members[index];
      position += 1;
      if (!member?.shape) {
        from.skipValue();
        continue;
      }
      const span = base + 2 * index;
      // JSON.parse takes the last one of two members with one name.
      if (spans[span] !== 0) refuse();
      spans[span] = to.end;
      to.write(member.key);
      this.#value(member.shape);
      spans[span + 1] = to.end;
    } while (from.hasNext(closeBrace));
  }

  /** Reads a name that is not the expected one, and the colon; the member's index, or -1 where it is not selected. */
  #otherName(shape: Shape, position: number): number {
    const from = this.#from;
    from.peek();
    const { bytes, at: start } = from;
    from.skipString();
    const text = bytes.toString('latin1', start, from.at);
    // An escape may spell the name of a member that is selected.
    if (text.includes('\\')) refuse();
    const found: ExpectedName = { bytes: bytesOf(`${text}:`), index: shape.indexByName.get(text.slice(1, -1)) ?? -1 };
    if (position < mostExpected) shape.expected[position] = found;
    from.expect(colon);
    return found.index;
  }

  /** Adds the constants, and puts the members into the order of the selection where they came in another. */
  #putInOrder({ members }: Shape, base: number, start: number): void {
    const spans = this.#spans;
    const to = this.#to;
    let inPlace = 0;
    let at = start;
    // Members that came in order stay where they are.
    for (; inPlace < members.length && spans[base + 2 * inPlace] === at; inPlace += 1)
      at = spans[base + 2 * inPlace + 1] ?? 0;
    const written = to.end;
    const isRestMissing = at === written;
    if (!isRestMissing) this.#reserve(written - at);
    for (let index = inPlace; index < members.length; index += 1) {
      const spanStart = spans[base + 2 * index] ?? 0;
      if (spanStart > 0) to.repeat(spanStart, spans[base + 2 * index + 1] ?? 0);
      else to.write(members[index]?.constant ?? refuse());
    }
    if (!isRestMissing) to.moveBack(written, at);
  }

  #choice({ choices }: Shape): void {
    for (let index = 0; index < choices.length; index += 1) {
      const choice = choices[index];
      if (!choice || !this.#from.skipIf(choice.value)) continue;
      this.#reserve(choice.name.length);
      this.#to.write(choice.name);
      return;
    }
    refuse();
  }

  #leaf({ kind, accepts }: Shape): void {
    const from = this.#from;
    const { at: start } = from;
    if (kind === 'boolean') from.skipBoolean();
    else if (kind === 'checked') {
      from.skipString();
      if (!accepts(from.bytes.toString('latin1', start + 1, from.at - 1))) refuse();
    } else this.#number(kind);
    this.#to.write(from.bytes.subarray(start, from.at));
  }

  /** Only numbers of few digits, so that the text and the number are the same value. */
  #number(kind: Shape['kind']): void {
    const from = this.#from;
    const isNegative = from.skipMinus();
    // JSON.stringify writes -0 as 0.
    if (isNegative && from.peek() === zero) refuse();
    const digits = from.skipDigits();
    if (kind === 'int' && digits > mostDigitsOfInt) refuse();
    if (kind === 'float' && digits + from.skipFraction() > mostDigitsOfFloat) refuse();
  }

  #reserve(more: number): void {
    this.#to.reserve(this.#from.left + this.#owed + more);
  }
}

/** One for all answers, since the transcoding of one never waits. */
const transcoder = new Transcoder();
