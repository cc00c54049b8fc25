import { isUtf8 } from 'node:buffer';
import { AnswerReader, isChoice } from './answer-reader.ts';
import { type Bytes, bytesOf, copyBytes } from './bytes.ts';
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
      to.end = this.#write(root.shape, 0, to.end);
    }
    to.reserve(endBytes.length);
    to.write(endBytes);
    return to.text();
  }

  /** Writes a value to a place. Gives the place behind the value, as the two methods below do. */
  #write(shape: Shape, note: number, place: number): number {
    const { notes, words: from } = this.#reader;
    const first = notes[note] ?? 0;
    const second = notes[note + 1] ?? 0;
    const to = this.#to.words;
    if (second > 0) return copyBytes({ from, start: first, stop: second >> 1, to, place });
    if (second === isChoice) return copyOwn(shape.choices[first]?.name ?? refuse(), to, place);
    if (shape.kind === 'list') return this.#writeList(shape.item ?? refuse(), first, place);
    return this.#writeObject(shape, first, place);
  }

  #writeList(item: Shape, head: number, start: number): number {
    const { words } = this.#to;
    const { notes } = this.#reader;
    let place = start;
    for (let next = notes[head] ?? 0; next > 0; next = notes[next] ?? 0) {
      words.setUint8(place, comma);
      place = this.#write(item, next + 1, place + 1);
    }
    // The bracket replaces the comma of the first item.
    words.setUint8(start, openBracket);
    if (place === start) place += 1;
    words.setUint8(place, closeBracket);
    return place + 1;
  }

  #writeObject({ members }: Shape, node: number, start: number): number {
    const to = this.#to.words;
    const { notes, words: from } = this.#reader;
    let place = start;
    // Members that stand one behind the other in the answer are copied together.
    let runStart = 0;
    let runEnd = 0;
    for (let index = 0; index < members.length; index += 1) {
      const note = node + 2 * index;
      const second = notes[note + 1] ?? 0;
      if ((second & 1) === 1) {
        const first = notes[note] ?? 0;
        if (first !== runEnd) {
          place = copyBytes({ from, start: runStart, stop: runEnd, to, place });
          runStart = first;
        }
        runEnd = second >> 1;
        continue;
      }
      place = copyBytes({ from, start: runStart, stop: runEnd, to, place });
      runStart = runEnd;
      const { key, constant, shape } = members[index] ?? refuse();
      if (second === 0 || !shape) place = copyOwn(constant ?? refuse(), to, place);
      else place = this.#write(shape, note, copyOwn(key, to, place));
    }
    place = copyBytes({ from, start: runStart, stop: runEnd, to, place });
    // The brace replaces the comma of the first member.
    to.setUint8(start, openBrace);
    if (place === start) place += 1;
    to.setUint8(place, closeBrace);
    return place + 1;
  }
}

const copyOwn = ({ words, length }: Bytes, to: DataView, place: number): number =>
  copyBytes({ from: words, start: 0, stop: length, to, place });

/** One for all answers, since the transcoding of one never waits. */
const transcoder = new Transcoder();
