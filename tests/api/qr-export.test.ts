import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { exportQrCodes, exportTextBookQrCodes } from '#schema/rest/qr-codes.ts';
import { fileLink } from '#schema/rest/values.ts';
import { cutUp, readPdf } from '#tests/support/pdf-reader.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { unzip } from '#tests/support/unzip.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let token: string;
let book: Awaited<ReturnType<typeof makeTextBook>>;
let unit: Awaited<ReturnType<typeof makeLesson>>;
let second: Awaited<ReturnType<typeof makeLesson>>;
const names = [
  'apple',
  'リンゴとバナナ ♪',
  'Apple',
  'CON',
  'a/b\\c:*?"<>|..',
  '   スペース   ',
  '髙﨑 😀',
  'x'.repeat(200),
];

beforeAll(async () => {
  const { db } = world.services;
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  book = await makeTextBook(db, { shortCode: 'GREEN7', name: 'ハロー！えいご 1' });
  unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  for (const [position, name] of names.entries())
    await makeContent(db, { lessonId: unit.id, position, name, pageNumber: Math.ceil((position + 1) / 2) });
  // Books are printed before they are published.
  second = await makeLesson(db, { textbookId: book.id, position: 1, publishedAt: null });
  for (let position = 0; position < 13; position += 1)
    await makeContent(db, { lessonId: second.id, position, pageNumber: position + 20, publishedAt: null });
});

const zipOf = async (sent: ReturnType<typeof send>): Promise<Buffer> => {
  const response = await sent.buffer(true).parse(binary).expect(200).expect('content-type', 'application/zip');
  return response.body as Buffer;
};
function binary(response: request.Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
}
const unitZip = async () => unzip(await zipOf(send(world, exportQrCodes, { token, params: { lessonId: unit.id } })));

describe('the QR codes of a unit', () => {
  test('come under names that tell the book, the unit and the page, and that every system takes', async () => {
    const files = [...(await unitZip()).keys()];
    expect(files.slice(0, 9)).toEqual([
      'GREEN7-unit-01-qr-codes.pdf',
      'GREEN7-unit-01.svg',
      'GREEN7-unit-01.png',
      'GREEN7-unit-01-page-001-apple.svg',
      'GREEN7-unit-01-page-001-apple.png',
      'GREEN7-unit-01-page-001-リンゴとバナナ-♪.svg',
      'GREEN7-unit-01-page-001-リンゴとバナナ-♪.png',
      'GREEN7-unit-01-page-002-Apple.svg',
      'GREEN7-unit-01-page-002-Apple.png',
    ]);
    expect(files).toHaveLength(1 + 2 * (1 + names.length));
    expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(files.length);
    for (const name of files) {
      expect(name).toBe(name.normalize('NFC'));
      expect(name).toMatch(/^[^<>:"/\\|?*\s]+\.(svg|png|pdf)$/);
      expect(Buffer.byteLength(name)).toBeLessThan(200);
    }
  });

  test('are each read as their page’s link, as SVG and as PNG', async () => {
    const files = await unitZip();
    const read = new Map<string, string[]>();
    for (const [name, picture] of files) {
      if (name.endsWith('.pdf')) continue;
      const text = (await readQrCode(picture)) ?? name;
      read.set(text, [...(read.get(text) ?? []), name.slice(-3)]);
    }
    expect(read.size).toBe(1 + names.length);
    for (const [text, kinds] of read) {
      expect(text).toMatch(
        new RegExp(
          `^${world.services.settings.publicUrl}/student/(content/[\\w-]{22}|unit-detail\\?unit=[\\w-]{22}&printed)$`,
        ),
      );
      expect(kinds.sort()).toEqual(['png', 'svg']);
    }
  });

  test('are on a sheet with their names and what can be typed, and are read from its print', async () => {
    const files = await unitZip();
    const [page, ...more] = await readPdf(files.get('GREEN7-unit-01-qr-codes.pdf') ?? Buffer.alloc(0));
    expect(more).toEqual([]);
    const words = page?.text ?? '';
    for (const wanted of ['ハロー！えいご 1', 'リンゴとバナナ ♪', '髙﨑', 'p. 2']) expect(words).toContain(wanted);
    expect(words.match(/\b[34679CDFGHJKMNPRTWXY]{6}\b/g)?.length).toBeGreaterThanOrEqual(1 + names.length);
    const svgs = [...files].filter(([name]) => name.endsWith('.svg'));
    const wanted = await Promise.all(svgs.map(async ([, svg]) => readQrCode(svg)));
    const sheet = { left: 34, top: 80, width: 175.7, height: 176.9, columns: 3, rows: 4 };
    const cells = await cutUp(page?.picture ?? Buffer.alloc(0), sheet);
    const printed = await Promise.all(cells.map(readQrCode));
    expect(printed).toEqual([...wanted, ...Array.from({ length: 12 - wanted.length }, () => undefined)]);
  });

  test('come behind a signed path for who asks for one, and not once the unit is gone', async () => {
    const asked = send(world, exportQrCodes, { token, params: { lessonId: unit.id } }).set(
      'accept',
      'application/json',
    );
    const { url, fileName } = fileLink.parse((await asked.expect(200)).body);
    expect(fileName).toBe('GREEN7-unit-01-qr-codes.zip');
    const { headers } = await request(world.apiUrl).head(`/api${url}`).expect(200);
    expect(headers['content-disposition']).toContain(fileName);
    expect((await unzip(await zipOf(request(world.apiUrl).get(`/api${url}`)))).size).toBe(19);
    await problemOf(request(world.apiUrl).get(`/api${url.replace(unit.id, second.id)}`), 403);
    const gone = world.services.links.shortDownload('unit-qr-codes', newId(), fileName);
    await problemOf(request(world.apiUrl).get(`/api${gone.url}`), 404);
  });
});

test('a book’s codes come with all its units, drafts too, each unit on sheets of its own', async () => {
  const params = { textBookId: book.id };
  const files = await unzip(await zipOf(send(world, exportTextBookQrCodes, { token, params })));
  expect(files.size).toBe(1 + 2 * (1 + 2 + names.length + 13));
  const sheets = await readPdf(files.get('GREEN7-qr-codes.pdf') ?? Buffer.alloc(0));
  expect(sheets).toHaveLength(3);
  expect(sheets[2]?.text).toContain('3 / 3');
  expect(sheets[2]?.text).toContain('p. 32');
});

test('who may not, what is unknown and what is empty is told so', async () => {
  const teacher = await tokenOf(world, await addStaff(world, { role: 'Teacher' }));
  await problemOf(send(world, exportQrCodes, { token: teacher, params: { lessonId: unit.id } }), 403);
  await problemOf(send(world, exportQrCodes, { params: { lessonId: unit.id } }), 401);
  await problemOf(send(world, exportQrCodes, { token, params: { lessonId: 'one' } }), 400);
  await problemOf(send(world, exportQrCodes, { token }), 404);
  await problemOf(send(world, exportTextBookQrCodes, { token }), 404);
  const empty = await makeTextBook(world.services.db);
  const answer = await problemOf(send(world, exportTextBookQrCodes, { token, params: { textBookId: empty.id } }), 409);
  expect(answer.messageKey).toBe('messages.nothingToExport');
  const binned = await makeTextBook(world.services.db, { deletedAt: new Date() });
  await problemOf(send(world, exportTextBookQrCodes, { token, params: { textBookId: binned.id } }), 404);
});
