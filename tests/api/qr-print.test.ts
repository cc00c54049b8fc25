import { beforeAll, describe, expect, test } from 'vitest';
import { bookQrLinks, contentQrLinks } from '#api/domains/qr-codes/links.ts';
import { typedCode } from '#schema/rest/qr-codes.ts';
import type { ClassDetail } from '#schema/rest/classes.ts';
import { answerOf } from '#tests/support/answers.ts';
import { readPrint } from '#tests/support/print-reader.ts';
import { anatomyOf } from '#tests/support/qr-anatomy.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeSchools, send } from './school.ts';

const shortCode = 'GREEN7';

const world = keptApi();
let made: ClassDetail;
let book: Awaited<ReturnType<typeof makeTextBook>>;
let lesson: Awaited<ReturnType<typeof makeLesson>>;

beforeAll(async () => {
  made = await (await makeSchools(world)).created('admin');
  book = await makeTextBook(world.services.db, { shortCode });
  lesson = await makeLesson(world.services.db, { textbookId: book.id, position: 0 });
});

async function pictureAt(url: string): Promise<Buffer> {
  const response = await fetch(`${world.apiUrl}/api${url}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe.each(['svg', 'png'] as const)('a printed code as %s', (format) => {
  test('of a class can lose a quarter of itself, has four white modules on every side and nothing beneath', async () => {
    const { level, quietZone, beneath } = await anatomyOf(await pictureAt(made.qrCode[format].url));
    expect(level).toBe('Q');
    expect(quietZone).toEqual({ top: 4, right: 4, bottom: 4, left: 4 });
    expect(beneath).toBeUndefined();
  });

  test('of a content stands as clear of its caption, and what the caption says opens the content', async () => {
    const page = { lessonId: lesson.id, pageNumber: format === 'svg' ? 108 : 245 };
    for (const position of [0, 1]) {
      const content = await makeContent(world.services.db, { ...page, position });
      const links = contentQrLinks({ ...content, shortCode, unitNumber: lesson.number }, world.services.links);
      const { level, quietZone, beneath } = await anatomyOf(await pictureAt(links[format].url));
      expect(level).toBe('Q');
      expect(quietZone).toMatchObject({ top: 4, right: 4, left: 4 });
      expect(quietZone.bottom).toBeGreaterThanOrEqual(4);
      const code = await readPrint(beneath ?? Buffer.alloc(0));
      expect(code).toMatch(/^[34679CDFGHJKMNPRTWXY]{6}$/);
      const opened = await answerOf(typedCode, send(world, typedCode, { query: { code } }));
      expect(opened.contentHashCode).toBe(content.hashCode);
    }
  });

  test('of a textbook opens the book, scanned or typed', async () => {
    const { hashCode } = book;
    const picture = await pictureAt(bookQrLinks(book, world.services.links)[format].url);
    expect(await readQrCode(picture)).toBe(
      `${world.services.settings.publicUrl}/student/unit-list?book=${hashCode}&printed`,
    );
    const { level, quietZone, beneath } = await anatomyOf(picture);
    expect(level).toBe('Q');
    expect(quietZone).toMatchObject({ top: 4, right: 4, left: 4 });
    const code = await readPrint(beneath ?? Buffer.alloc(0));
    const opened = await answerOf(typedCode, send(world, typedCode, { query: { code } }));
    expect(opened).toMatchObject({ textBookHashCode: hashCode, lessonHashCode: null, contentHashCode: null });
  });
});
