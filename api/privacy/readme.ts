import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { schoolDay } from '#api/school-day.ts';

const paragraphs = ['title', 'about', 'profileJson', 'pageViews', 'media', 'unfinished', 'times', 'ask'];

/** Says in plain words what is what in the ZIP. With a byte order mark, so that every editor reads Japanese. */
export const readme =
  (words: Readonly<Record<string, string>>, { timeZone }: { readonly timeZone: string }) =>
  (target: Writable): Promise<void> => {
    const text = paragraphs.map((key) => (words[key] ?? key).replace('{{day}}', schoolDay(timeZone))).join('\r\n\r\n');
    return pipeline(Readable.from([`\ufeff${text}\r\n`]), target);
  };
