import { eq } from 'drizzle-orm';
import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditLog, contents } from '#api/ground/db/schema.ts';
import { contentQrLinks } from '#api/domains/qr-codes/links.ts';
import { codeRedirect, regenerateContentQrCode, typedCode } from '#schema/rest/qr-codes.ts';
import { studentContentByCode } from '#schema/rest/students.ts';
import { answerOf } from '#tests/support/answers.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let token: string;
let unitId: string;
let content: Awaited<ReturnType<typeof makeContent>>;
let twin: typeof content;
let draft: typeof content;

beforeAll(async () => {
  const { db } = world.services;
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  const book = await makeTextBook(db, { shortCode: 'Green-7', name: 'Green' });
  unitId = (await makeLesson(db, { textbookId: book.id, position: 0, number: 3 })).id;
  content = await makeContent(db, { lessonId: unitId, position: 0, pageNumber: 12, name: 'りんご' });
  twin = await makeContent(db, { lessonId: unitId, position: 1, pageNumber: 12 });
  draft = await makeContent(db, { lessonId: unitId, position: 2, pageNumber: 13, publishedAt: null });
});

const linksOf = ({ id, hashCode, pageNumber, name }: typeof content) =>
  contentQrLinks({ id, hashCode, pageNumber, name, shortCode: 'Green-7', unitNumber: 3 }, world.services.links);
const pictureAt = async (url: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${world.apiUrl}/api${url}`)).arrayBuffer());
const get = (url: string) => request(world.apiUrl).get(`/api${url}`);
const regenerate = (id: string, as = token) => send(world, regenerateContentQrCode, { token: as, params: { id } });
const scanned = (hashCode: string) => send(world, studentContentByCode, { query: { hashCode } });
const typed = (code: string) => send(world, typedCode, { query: { code } });

describe('the QR code of a content', () => {
  test('is read as the content’s link, as SVG and PNG, drafts too, and named for who saves it', async () => {
    for (const page of [content, draft]) {
      const { svg, png } = linksOf(page);
      const link = `${world.services.settings.publicUrl}/student/content/${page.hashCode}`;
      expect(await readQrCode(await pictureAt(svg.url))).toBe(link);
      expect(await readQrCode(await pictureAt(png.url))).toBe(link);
    }
    const { headers } = await get(linksOf(twin).svg.url).expect(200);
    expect(headers['content-disposition']).toBe('inline; filename=Green-7-unit-03-page-012-Page-2.svg');
  });

  test('opens with its signature alone', async () => {
    const { url } = linksOf(content).png;
    await problemOf(get(url.split('?')[0] ?? ''), 403);
    await problemOf(get(url.replace('.png', '.svg')), 403);
    await problemOf(get(url.replace(content.id, twin.id)), 403);
  });

  test('made anew, is the only one that opens: the old one and its pictures are dead at once, and the old one says that it was replaced', async () => {
    const row = await makeContent(world.services.db, { lessonId: unitId, position: 3, pageNumber: 14 });
    const old = linksOf(row);
    await get(old.svg.url).expect(200);
    const made = await answerOf(regenerateContentQrCode, regenerate(row.id));
    expect(made).toMatchObject({ id: row.id, version: 2 });
    await problemOf(get(old.svg.url), 404);
    expect(await problemOf(scanned(row.hashCode), 404)).toMatchObject({ messageKey: 'messages.printedCodeReplaced' });
    expect((await answerOf(studentContentByCode, scanned(made.hashCode))).id).toBe(row.id);
    expect(await readQrCode(await pictureAt(made.qrCode.png.url))).toBe(made.urlLink);
    const log = await world.services.db.select().from(auditLog).where(eq(auditLog.entityId, row.id));
    expect(log).toMatchObject([{ action: 'regenerate-qrcode', entity: 'contents' }]);
    expect(JSON.stringify(log)).not.toContain(made.hashCode);
  });

  test('is not made anew by who has read the content before somebody else made it anew', async () => {
    const { id, version } = await makeContent(world.services.db, { lessonId: unitId, position: 6, pageNumber: 16 });
    const again = () => send(world, regenerateContentQrCode, { token, params: { id }, body: { version } });
    const { hashCode } = await answerOf(regenerateContentQrCode, again());
    expect((await problemOf(again(), 409)).messageKey).toBe('messages.changedMeanwhile');
    await scanned(hashCode).expect(200);
  });

  test('that was replaced says no more than an unknown one while the page is a draft, and that the page was deleted', async () => {
    const { db } = world.services;
    const row = await makeContent(db, { lessonId: unitId, position: 5, pageNumber: 15 });
    await regenerate(row.id).expect(200);
    const said = async () => (await problemOf(scanned(row.hashCode), 404)).messageKey;
    expect(await said()).toBe('messages.printedCodeReplaced');
    const found = send(world, codeRedirect, { query: { hashCode: row.hashCode } });
    expect(await answerOf(codeRedirect, found)).toEqual({ opens: null });
    await db.update(contents).set({ publishedAt: null }).where(eq(contents.id, row.id));
    expect(await said()).toBe('messages.notFound');
    await db.update(contents).set({ deletedAt: new Date() }).where(eq(contents.id, row.id));
    expect(await said()).toBe('messages.printedCodeDeleted');
  });

  test('is made anew by administrators alone, and of what exists', async () => {
    const teacher = await tokenOf(world, await addStaff(world, { role: 'Teacher' }));
    await problemOf(regenerate(content.id, teacher), 403);
    await problemOf(regenerate('one'), 400);
    const gone = await makeContent(world.services.db, { lessonId: unitId, position: 4, deletedAt: new Date() });
    await problemOf(regenerate(gone.id), 404);
  });
});

describe('a typed code', () => {
  test.each([
    ['as printed', 'Green-7-P12'],
    ['in small letters, with spaces', ' green 7 p 12 '],
    ['in full width, with a long vowel for the hyphen', 'ｇｒｅｅｎ－７ーｐ１２'],
    ['with signs that look alike', 'green-7-Pl2'],
    ['without the P', 'GREEN7 12'],
  ])('%s opens its page', async (_, code) => {
    expect((await answerOf(typedCode, typed(code))).contentHashCode).toBe(content.hashCode);
  });

  test('tells the second content of a page from the first', async () => {
    expect((await answerOf(typedCode, typed('Green-7-P12-2'))).contentHashCode).toBe(twin.hashCode);
  });

  test.each([
    ['a book’s own', 'green-7'],
    ['a page that the book does not have', 'Green-7-P999'],
    ['a page that is not published yet', 'Green-7-P13'],
    ['a third content of a page with two', 'Green-7-P12-3'],
    ['a page with no content of that number', 'Green-7-P12-999999999'],
  ])('%s opens the book', async (_, code) => {
    const { textBookHashCode, contentHashCode } = await answerOf(typedCode, typed(code));
    expect(textBookHashCode).toMatch(/^[\w-]{22}$/);
    expect(contentHashCode).toBeNull();
  });

  test.each(['Blue-7-P1', 'P12', '-', '７', 'Green-7-P0-P0-P0 x'])(
    '%s, which means nothing, is not found',
    async (code) => {
      await problemOf(typed(code), 404);
    },
  );

  test('must be there and short', async () => {
    await problemOf(typed(''), 400);
    await problemOf(typed('x'.repeat(61)), 400);
  });
});
