import { isUtf8 } from 'node:buffer';
import { AnswerReader, isChoice } from './answer-reader.ts';
import { type Bytes, bytesOf } from './bytes.ts';
import { closeBrace, closeBracket, comma, NotTranscodable, openBrace, openBracket, refuse } from './json-cursor.ts';
import { JsonWriter } from './json-writer.ts';
import type { Shape } from './shape.ts';

// In bytes. A larger answer is parsed and written by execution.
const longest = 1024 * 1024;

const startBytes = bytesOf('{"data":');
const endBytes = bytesOf('}}');

/** One root field of an operation. */
export interface Root {
  /** The bytes `{"key":` of the first root, `,"key":` of the others. */
  readonly key: Bytes;
  readonly shape: Shape;
}

/**
 * Writes the JSON of an operation's answer from the JSON bytes of /api's answers: a value that is selected is checked as
 * execution checks it and copied as it stands, every other value is checked and dropped. Undefined where an answer is not
 * as declared; execution then completes it and reports the errors. What is cached needs a copy (json-writer.ts).
 */
export function transcode(roots: readonly Root[], bodies: readonly Uint8Array[]): Buffer | undefined {
  try {
    return transcoder.transcode(roots, bodies);
  } catch (error) {
    if (error instanceof NotTranscodable) return undefined;
    throw error;
  }
}

/** Copies the values that a reader noted, in the order of the selection. */
class Transcoder {
  readonly #reader = new AnswerReader();
  readonly #to = new JsonWriter();

  transcode(roots: readonly Root[], bodies: readonly Uint8Array[]): Buffer {
    const to = this.#to;
    to.begin();
    to.reserve(startBytes.length);
    to.write(startBytes);
    for (let index = 0; index < roots.length; index += 1) {
      const root = roots[index];
      const body = bodies[index];
      if (!root || !body || body.length > longest || !isUtf8(body)) refuse();
      this.#reader.read(root.shape, body);
      to.reserve(root.key.length + body.length + this.#reader.added);
      to.write(root.key);
      this.#write(root.shape, 0);
    }
    to.reserve(endBytes.length);
    to.write(endBytes);
    return to.text();
  }

  #write(shape: Shape, note: number): void {
    const first = this.#reader.notes[note] ?? 0;
    const second = this.#reader.notes[note + 1] ?? 0;
    if (second > 0) this.#to.copy(this.#reader.words, first, second >> 1);
    else if (second === isChoice) this.#to.write(shape.choices[first]?.name ?? refuse());
    else if (shape.kind === 'list') this.#writeList(shape.item ?? refuse(), first);
    else this.#writeObject(shape, first);
  }

  #writeList(item: Shape, head: number): void {
    const to = this.#to;
    const start = to.end;
    to.writeByte(openBracket);
    for (let next = this.#reader.notes[head] ?? 0; next > 0; next = this.#reader.notes[next] ?? 0) {
      if (to.end > start + 1) to.writeByte(comma);
      this.#write(item, next + 1);
    }
    to.writeByte(closeBracket);
  }

  #writeObject({ members }: Shape, node: number): void {
    const to = this.#to;
    const start = to.end;
    const { notes, words } = this.#reader;
    if (members.length === 0) to.writeByte(openBrace);
    // Members that stand one behind the other in the answer are copied together.
    let runStart = 0;
    let runEnd = 0;
    for (let index = 0; index < members.length; index += 1) {
      const note = node + 2 * index;
      const second = notes[note + 1] ?? 0;
      if ((second & 1) === 1) {
        const first = notes[note] ?? 0;
        if (first !== runEnd) {
          to.copy(words, runStart, runEnd);
          runStart = first;
        }
        runEnd = second >> 1;
        continue;
      }
      to.copy(words, runStart, runEnd);
      runStart = runEnd;
      const { key, constant, shape } = members[index] ?? refuse();
      if (second === 0 || !shape) to.write(constant ?? refuse());
      else {
        to.write(key);
        this.#write(shape, note);
      }
    }
    to.copy(words, runStart, runEnd);
    // The first member begins with a comma, as all members do.
    to.replace(start, openBrace);
    to.writeByte(closeBrace);
  }
}

/** One for all answers, since the transcoding of one never waits. */
const transcoder = new Transcoder();
