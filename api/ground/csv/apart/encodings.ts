import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import Encoding from 'encoding-japanese';

/** A character encoding, by its name in `Content-Type`. */
export type TextEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Shift_JIS';

const sampleSize = 64 * 1024;

/** Detects a text file's encoding; undefined for an unsupported encoding or a binary file. */
export async function encodingOf(path: string): Promise<TextEncoding | undefined> {
  const sample = await beginningOf(path);
  const marked = byMark(sample) ?? byZeros(sample);
  if (marked !== undefined && marked !== 'UTF-8') return marked;
  if (sample.includes(0)) return undefined;
  if (await isUtf8(path)) return 'UTF-8';
  return marked === undefined && (await isShiftJis(path)) ? 'Shift_JIS' : undefined;
}

/** Reads a file's text in chunks, without the byte order mark. */
export async function* textOf(path: string, encoding: TextEncoding): AsyncGenerator<string> {
  if (encoding === 'Shift_JIS') {
    for await (const whole of wholeLetters(path))
      yield Encoding.convert(whole, { from: 'SJIS', to: 'UNICODE', type: 'string' });
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytesOf(path)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

const bytesOf = (path: string): AsyncIterable<Buffer> => createReadStream(path);

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleSize));
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function byMark([first, second, third]: Buffer): TextEncoding | undefined {
  if (first === 0xff && second === 0xfe) return 'UTF-16LE';
  if (first === 0xfe && second === 0xff) return 'UTF-16BE';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'UTF-8' : undefined;
}

// Without a byte order mark, zeros reveal UTF-16: in Latin letters every second byte is zero.
function byZeros(sample: Buffer): TextEncoding | undefined {
  if (sample.length < 4 || sample.length % 2 === 1) return undefined;
  if (sample[0] === 0 && sample[1] !== 0 && sample[2] === 0) return 'UTF-16BE';
  return sample[0] !== 0 && sample[1] === 0 && sample[3] === 0 ? 'UTF-16LE' : undefined;
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytesOf(path)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

async function isShiftJis(path: string): Promise<boolean> {
  for await (const whole of wholeLetters(path)) {
    if (!['SJIS', 'ASCII'].includes(String(Encoding.detect(whole, ['SJIS', 'EUCJP', 'JIS', 'ASCII'])))) return false;
  }
  return true;
}

// Yields chunks that never split a two-byte character.
async function* wholeLetters(path: string): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  for await (const chunk of bytesOf(path)) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = endOfLetters(bytes);
    rest = bytes.subarray(end);
    yield bytes.subarray(0, end);
  }
  if (rest.length > 0) yield rest;
}

function endOfLetters(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length) {
    const next = at + (isLead(bytes[at] ?? 0) ? 2 : 1);
    if (next > bytes.length) return at;
    at = next;
  }
  return at;
}

const isLead = (byte: number): boolean => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
