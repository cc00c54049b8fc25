import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { boardSessions } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { type Child, hold } from '#tests/support/child-device.ts';
import { demoEmail } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { flaws, signInAt } from '#tests/support/staff-device.ts';
import {
  makeBoardSession,
  makeChild,
  makeClass,
  makeContent,
  makeLesson,
  makeTextBook,
} from '#tests/support/teaching.ts';

const product = startProduct();
let room: Awaited<ReturnType<typeof makeClass>>;
let mia: Pick<Child, 'profileId' | 'name' | 'animal'>;

const rooms = [
  { width: 'desktop', boardWidth: 'desktop', language: 'en', done: 'Done 1' },
  { width: 'tablet', boardWidth: 'desktop', language: 'jp', done: '終えた 1' },
  { width: 'phone', boardWidth: 'phone', language: 'en', done: 'Done 1' },
] as const;

beforeAll(async () => {
  const { db, pool } = product.world.services;
  const { rows } = await pool.query<{ id: string }>('select id from users where email = $1', [demoEmail.Teacher]);
  const { id: textbookId } = await makeTextBook(db, { name: 'Hello' });
  const { id: lessonId } = await makeLesson(db, { textbookId, position: 0 });
  for (const [position, name] of ['Red', 'Blue'].entries())
    await makeContent(db, { lessonId, position, name, type: ContentType.READ });
  room = await makeClass(db, { textbookId, className: '1A', mainTeacherId: rows[0]?.id ?? null });
  const child = await makeChild(db, { classId: room.id, name: 'みあ', animal: 'cat', number: 1 });
  mia = { profileId: child.id, name: child.name, animal: child.animal };
});

/** The buttons that turn pages and the title, as far as the bar covers them. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('.follow-bar')?.getBoundingClientRect();
    if (!bar) return ['no bar'];
    return [...document.querySelectorAll('.content .turner .button, .content h1')]
      .filter((one) => {
        const { top, bottom, left, right } = one.getBoundingClientRect();
        return top < bar.bottom && bottom > bar.top && left < bar.right && right > bar.left;
      })
      .map(({ className, tagName }) => `${tagName} ${className}`);
  });

test.each(rooms)(
  'a $width that agrees goes with the board, page by page, and is let go when the board is closed',
  async (given) => {
    const { width, boardWidth, language, done } = given;
    const tablet = await product.browser.device({ width, language });
    await hold(product, tablet, mia);
    await tablet.page.goto(`${product.world.url}/student/class/${room.classHashCode}`);
    await tablet.page.getByRole('heading', { name: '1A', exact: true }).waitFor();

    const board = await product.browser.device({ width: boardWidth, language });
    await signInAt(product, board.page, `/classes/${room.id}`, demoEmail.Teacher);
    await board.page.goto(`${product.world.url}/classes/${room.id}/present`);
    await board.page.locator('.board').waitFor();
    await board.page.locator('.everybody').click();
    await board.page.locator('.everybody-counts').waitFor();
    expect(await flaws(board.page)).toEqual([]);

    // The tablet looks every ten seconds.
    await tablet.page.locator('.follow-yes').waitFor();
    expect(await flaws(tablet.page)).toEqual([]);
    await tablet.page.locator('.follow-yes').click();
    await tablet.page.getByRole('heading', { name: 'Red' }).waitFor();
    expect(await flaws(tablet.page)).toEqual([]);
    expect(await covered(tablet.page)).toEqual([]);

    await board.page.locator('.board-next').click();
    await tablet.page.getByRole('heading', { name: 'Blue' }).waitFor();
    const counts = board.page.locator('.everybody-counts');
    await expect.poll(() => counts.innerText()).toContain(done);
    expect(await board.page.locator('body').innerText()).not.toContain('みあ');
    await counts.click();
    await board.page.locator('.follower-list').getByText('みあ').waitFor();
    expect(await flaws(board.page)).toEqual([]);
    await board.page.locator('.follower-list header button').click();

    await board.page.locator('.board-head > button').first().click();
    await tablet.page.locator('.follow-bar').waitFor({ state: 'detached' });
    expect([...board.complaints, ...tablet.complaints]).toEqual([]);
  },
);

test('a duplicated tab leaves the session to the first one, which keeps the session over a reload', async () => {
  const { db } = product.world.services;
  const { page, complaints, context } = await product.browser.device({ width: 'desktop' });
  await signInAt(product, page, `/classes/${room.id}`, demoEmail.Teacher);
  await page.goto(`${product.world.url}/classes/${room.id}/present`);
  await page.locator('.everybody').click();
  await page.locator('.everybody-counts').waitFor();
  await page.reload();
  await page.locator('.everybody-counts').waitFor();
  const running = () => db.select().from(boardSessions).where(eq(boardSessions.classId, room.id));
  const before = await running();
  expect(before).toHaveLength(1);

  // Like "Duplicate tab", a window that a page opens begins with a copy of the page's sessionStorage.
  const [copy] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open(window.location.href)),
  ]);
  await copy.locator('.board').waitFor();
  const stored = () => copy.evaluate(() => window.sessionStorage.getItem('boardSession'));
  await expect.poll(stored).toBeNull();
  expect(await copy.locator('.everybody').getAttribute('aria-pressed')).toBe('false');
  await copy.locator('.board-next').click();
  await copy.getByRole('heading', { name: 'Blue' }).waitFor();
  await copy.locator('.board-head > button').first().click();
  await copy.locator('.board').waitFor({ state: 'detached' });
  await copy.close();
  expect(await running()).toMatchObject([{ id: before[0]?.id, contentId: before[0]?.contentId }]);
  await page.locator('.everybody[aria-pressed=true]').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a tablet that follows the board stays on the check of the device and on the list of profiles', async () => {
  const { db } = product.world.services;
  const { id: textbookId } = await makeTextBook(db, { name: 'Goodbye' });
  const { id: lessonId } = await makeLesson(db, { textbookId, position: 0 });
  const { id: contentId } = await makeContent(db, { lessonId, position: 0, name: 'Green', type: ContentType.READ });
  const { id: classId, classHashCode } = await makeClass(db, { textbookId, className: '1B' });
  const child = await makeChild(db, { classId, name: 'Leo', animal: 'dog' });
  await makeBoardSession(db, { classId, contentId });
  const { page, complaints, context } = await product.browser.device({ width: 'tablet' });
  await hold(product, { context }, { profileId: child.id, name: child.name, animal: child.animal });
  await page.goto(`${product.world.url}/student/class/${classHashCode}`);
  await page.locator('.follow-yes').click();
  await page.getByRole('heading', { name: 'Green' }).waitFor();

  await page.goto(`${product.world.url}/student/check`);
  await page.locator('.check-start').click();
  // The bar says that the tablet knows the board's page.
  await page.locator('.follow-bar').waitFor();
  await page.locator('[data-check=sound] .check-answers .button').last().click();
  await page.locator('[data-check=sound][data-step=bad]').waitFor();
  await page.locator('.page-header a').first().click();
  await page.locator('.profile-tile-add').waitFor();
  await page.reload();
  await page.locator('.follow-bar').waitFor();
  await page.locator('.profile-tile-add').click();
  await page.getByRole('dialog').getByRole('textbox').fill('Ann');
  await page.keyboard.press('Escape');
  await page.locator('.profile-tile:not(.profile-tile-add)').click();
  await page.getByRole('heading', { name: 'Green' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
