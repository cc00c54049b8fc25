import { beforeAll, expect, test } from 'vitest';
import { exportTextBookQrCodes, typedCode } from '#schema/rest/qr-codes.ts';
import { studentContentByCode } from '#schema/rest/students.ts';
import { answerOf } from '#tests/support/answers.ts';
import { cutUp, readPdf } from '#tests/support/pdf-reader.ts';
import { readPrint } from '#tests/support/print-reader.ts';
import { anatomyOf } from '#tests/support/qr-anatomy.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { unzip } from '#tests/support/unzip.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, send, tokenOf } from './school.ts';

/** The pages of each unit; the second has more than one sheet holds, and two contents share page 4. */
const units = [[2, 4, 4], Array.from({ length: 13 }, (_, index) => 10 + index), [30]];
const sheet = { left: 34, top: 80, width: 175.7, height: 176.9, columns: 3, rows: 4 };

const world = keptApi();
let files: Map<string, Buffer>;
/** What the codes open, in printed order: the book, and each unit before its contents. */
const printed: string[] = [];
const typedTargets: (string | null)[] = [];

beforeAll(async () => {
  const { db } = world.services;
  const book = await makeTextBook(db, { shortCode: 'BLUE3' });
  printed.push(`/student/unit-list?book=${book.hashCode}&printed`);
  typedTargets.push(null);
  for (const [position, pages] of units.entries()) {
    const { id: lessonId, hashCode } = await makeLesson(db, { textbookId: book.id, position });
    printed.push(`/student/unit-detail?unit=${hashCode}&printed`);
    typedTargets.push(hashCode);
    for (const [place, pageNumber] of pages.entries()) {
      const content = await makeContent(db, { lessonId, position: place, pageNumber, name: `p${pageNumber}` });
      printed.push(content.id);
      typedTargets.push(content.hashCode);
    }
  }
  const token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  const path = exportTextBookQrCodes.path.replace(/\{\w+\}/, book.id);
  const answer = await fetch(`${world.apiUrl}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  files = await unzip(Buffer.from(await answer.arrayBuffer()));
});

const pictures = () => [...files].filter(([name]) => /\.(svg|png)$/.test(name));

const contentLink = () => `${world.services.settings.publicUrl}/student/content/`;

/** What a scanned code opens for a child: a content's id, else the page and what the page shows. */
async function openedBy(text = ''): Promise<string> {
  const [, hashCode] = text.split(contentLink());
  if (hashCode === undefined) return text.slice(world.services.settings.publicUrl.length);
  return (await answerOf(studentContentByCode, send(world, studentContentByCode, { query: { hashCode } }))).id;
}

test('every code of every unit is read by an independent reader and opens its content, as SVG and as PNG', async () => {
  const opened = [];
  for (const [, picture] of pictures()) opened.push(await openedBy(await readQrCode(picture)));
  expect(opened).toEqual(printed.flatMap((one) => [one, one]));
});

test('every code can lose a quarter of itself and stands clear of the caption, which opens the content too', async () => {
  const typed = [];
  for (const [name, picture] of pictures()) {
    const { level, quietZone, beneath } = await anatomyOf(picture);
    expect({ name, level }).toEqual({ name, level: 'Q' });
    expect(Math.min(...Object.values(quietZone))).toBeGreaterThanOrEqual(4);
    const code = await readPrint(beneath ?? Buffer.alloc(0));
    const target = await answerOf(typedCode, send(world, typedCode, { query: { code } }));
    typed.push(target.contentHashCode ?? target.lessonHashCode);
  }
  expect(typed).toEqual(typedTargets.flatMap((one) => [one, one]));
});

test('every code on the sheets is read from its print and opens its content', async () => {
  const sheets = await readPdf(files.get('BLUE3-qr-codes.pdf') ?? Buffer.alloc(0));
  expect(sheets).toHaveLength(4);
  const opened = [];
  for (const { picture } of sheets)
    for (const cell of await cutUp(picture, sheet)) {
      const text = await readQrCode(cell);
      if (text !== undefined) opened.push(await openedBy(text));
    }
  expect(opened).toEqual(printed);
});
