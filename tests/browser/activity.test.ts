import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { profiles } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { startProduct } from '#tests/support/product.ts';
import { dayFromNow, makeClass, makeContent, makeLesson, makePost, makeTextBook } from '#tests/support/teaching.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();
let classId: string;

// Of May 2031, in Tokyo.
const at = (day: number) => new Date(`2031-05-0${day}T03:00:00Z`);

beforeAll(async () => {
  const { services } = product.world;
  const { db, pool } = services;
  const { rows } = await pool.query<{ id: string }>("select id from users where email = 'teacher@demo.test'");
  const { id: textbookId } = await makeTextBook(db);
  const { id: lessonId } = await makeLesson(db, { textbookId, position: 0, title: 'Unit 7', name: 'Weather' });
  const page = await makeContent(db, { lessonId, position: 0, name: 'Rain' });
  const game = await makeContent(db, { lessonId, position: 1, name: 'Snow quiz', type: ContentType.GAME });
  classId = (await makeClass(db, { textbookId, className: '雪組 Snow', mainTeacherId: rows[0]?.id ?? null })).id;
  const read = { classId, textbookId, lessonId, contentId: page.id, contentType: page.type, durationMs: 60_000 };
  const play = { ...read, contentId: game.id, contentType: game.type };
  const [one, two] = [randomUUID(), randomUUID()];
  await keepViews(
    services,
    { ...read, sessionKey: one, startedAt: at(1) },
    { ...play, sessionKey: one, startedAt: at(1) },
    { ...play, sessionKey: two, startedAt: at(1) },
    { ...read, sessionKey: two, startedAt: at(3) },
  );
  const profileId = newId();
  await db.insert(profiles).values({ id: profileId, name: 'はな', animal: 'fox' });
  await makePost(db, { classId, profileId, kind: 'record', createdAt: at(3) });
  await makePost(db, { classId, profileId, kind: 'image', createdAt: at(4) });
});

const days = '?from=2031-05-01&to=2031-05-06';
const cells = async (page: Page, table: string) =>
  (await page.getByRole('table', { name: table }).getByRole('row').allInnerTexts()).map((row) => row.split(/\s*\t\s*/));

it('shows a teacher what the class opened, played and sent, in numbers and as bars of the same', async () => {
  const { page, complaints, context } = await staffAt(product, 'Teacher', `/classes/${classId}`);
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByText('No activity in this period').waitFor();

  await page.goto(`${product.world.url}/classes/${classId}/activity${days}`);
  await page.getByRole('table', { name: 'Daily activity' }).waitFor();
  expect(await cells(page, 'Daily activity')).toEqual([
    ['Day', 'Visitors', 'Pages opened', 'Played', 'Recordings sent', 'Photos and videos sent', 'Time'],
    ['1 May 2031', '2', '3', '2', '0', '0', '3 min 0 s'],
    ['3 May 2031', '1', '1', '0', '1', '0', '1 min 0 s'],
    ['4 May 2031', '0', '0', '0', '0', '1', '0 s'],
  ]);
  await page.getByText('2 days without activity').waitFor();
  const bars = page.locator('.day-chart-bar');
  const heights = await bars.evaluateAll((all) => all.map((bar) => [...bar.children].map((part) => part.clientHeight)));
  // Other pages above what was played; the highest bar is the day with the most pages.
  expect(heights.map(([other = 0, played = 0]) => [Math.round(other / 46.6), Math.round(played / 46.6)])).toEqual([
    [1, 2],
    [0, 0],
    [1, 0],
    [0, 0],
    [0, 0],
  ]);
  expect((await cells(page, 'Most used')).slice(1)).toEqual([
    ['Rain', 'Unit 7 Weather', '1', 'Read', '2', '2 min 0 s'],
    ['Snow quiz', 'Unit 7 Weather', '2', 'Game', '2', '2 min 0 s'],
  ]);

  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.locator('.report-period').isVisible()).toBe(false);
  expect(await page.locator('.top-bar').isVisible()).toBe(false);
  expect(await page.getByRole('table', { name: 'Daily activity' }).isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  expect(complaints).toEqual([]);
  await context.close();
});

it('is asked for other days by keyboard, and says so of too many', async () => {
  const { page, complaints, context } = await staffAt(product, 'Teacher', `/classes/${classId}/activity${days}`);
  const preset = page.getByRole('button', { name: 'This month' });
  await preset.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => preset.getAttribute('aria-pressed')).toBe('true');
  expect(new URL(page.url()).searchParams.get('from')).toBe(`${dayFromNow(0).slice(0, 8)}01`);
  await page.goBack();
  await page.getByRole('table', { name: 'Daily activity' }).waitFor();
  await page.goto(`${product.world.url}/classes/${classId}/activity?from=2031-05-01&to=2033-05-01`);
  await page.getByRole('alert').filter({ hasText: 'Choose 366 days or fewer' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
