import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { withWebFonts } from '#tests/support/browser.ts';
import { childDevice, childWhoMade, type Child } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct(undefined, withWebFonts);

/** A hundred characters with no place to break them. */
const long = 'Rindfleischetikettierungsueberwachungsaufgaben'.repeat(3).slice(0, 100);

let child: Child;
let ids: Readonly<Record<'class' | 'book' | 'unit' | 'content' | 'user', string>>;
beforeAll(async () => {
  const { pool } = product.world.services;
  child = await childWhoMade(product, 'My house');
  const { rows } = await pool.query<typeof ids>(
    `select classes.id as class, textbook_id as book, lessons.id as unit, contents.id as content, main_teacher_id as user
       from classes join lessons using (textbook_id) join contents on lesson_id = lessons.id
      where classes.id = $1 limit 1`,
    [child.classId],
  );
  const [found] = rows;
  if (!found) throw new Error('the class has nothing to show');
  ids = found;
  for (const [table, column] of [
    ['users', 'first_name'],
    ['users', 'last_name'],
    ['classes', 'class_name'],
    ['textbooks', 'name'],
    ['lessons', 'title'],
    ['lessons', 'name'],
    ['contents', 'name'],
    ['profiles', 'name'],
    ['community_posts', 'title'],
  ] as const)
    await pool.query(`update ${table} set ${column} = $1`, [long]);
});

/** 640 is a desk's 1280 at twice the size. */
const widths = [1280, 1024, 900, 820, 640, 390];

/** What stands outside the window, or outside of what cuts it off, at any width. */
async function spilt(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const here = await page.evaluate(() => {
      const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter((one) => one.checkVisibility());
      const cuts = (one: Element) => /hidden|clip/.test(getComputedStyle(one).overflowX);
      // Moved away, or scrolled sideways by a finger.
      const apart = '.skip-link, .spoken, svg, .side-navigation, .class-parts';
      const isMeant = (one: Element) =>
        one.closest(apart) !== null ||
        one.matches('input, textarea') ||
        getComputedStyle(one).textOverflow === 'ellipsis' ||
        one.clientWidth <= 1;
      const cut = shown.filter((one) => cuts(one) && !isMeant(one) && one.scrollWidth > one.clientWidth + 1);
      const outside = shown.filter((one) => !isMeant(one) && one.getBoundingClientRect().right > innerWidth + 1);
      const nameOf = (one: Element) => `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''}`;
      return [
        ...cut.map((one) => `cut by ${nameOf(one)}`),
        ...outside.slice(-1).map((one) => `${nameOf(one)} is outside`),
      ];
    });
    found.push(...here.map((one) => `${width}: ${one}`));
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
}

it('a name of a hundred characters bursts nothing of staff’s', async () => {
  const { page, context } = await staffAt(product, 'Administrator', '/classes');
  const faults: string[] = [];
  for (const [path, shows] of [
    ['/classes', 'tbody tr'],
    ['/users', 'tbody tr'],
    ['/textbooks', 'tbody tr'],
    [`/classes/${ids.class}`, '.class-units li'],
    [`/classes/${ids.class}/students`, 'tbody tr'],
    [`/classes/${ids.class}/name-cards`, '.name-card'],
    [`/classes/${ids.class}?edit`, 'input[name=className]'],
    [`/text-books/${ids.book}`, 'main h1'],
    [`/text-books/${ids.book}/map`, 'main h1'],
    [`/units/${ids.unit}`, 'main h1'],
    [`/contents/${ids.content}`, 'main h1'],
    [`/users/${ids.user}`, '.user-facts'],
    ['/community-queue', '.post-card'],
    ['/reports?tab=usage', '.list-card tbody tr'],
    ['/audit', 'tbody tr'],
    ['/privacy', 'main h1'],
  ] as const) {
    await page.goto(`${product.world.url}${path}`);
    await page.locator(shows).first().waitFor();
    faults.push(...(await spilt(page)).map((fault) => `${path.replaceAll(/[\w-]{30,}/g, '…')} at ${fault}`));
  }
  expect(faults).toEqual([]);
  await context.close();
});

it('a name of a hundred characters bursts nothing of the students’', async () => {
  const { page, context } = await childDevice(product, { ...child, name: long }, '/student/profiles');
  const faults: string[] = [];
  for (const [path, shows] of [
    ['/student/profiles', '.profile-tile'],
    [`/student/class/${child.classCode}`, '.class-links a'],
    [`/student/unit-list?class=${child.classCode}`, 'main h1'],
    [`/student/community/list?class=${child.classCode}`, '.post'],
    [`/student/community/preview?class=${child.classCode}&post=${child.postId}`, '.post-counts'],
  ] as const) {
    await page.goto(`${product.world.url}${path}`);
    await page.locator(shows).first().waitFor();
    faults.push(...(await spilt(page)).map((fault) => `${path.replaceAll(/[\w-]{20,}/g, '…')} at ${fault}`));
  }
  expect(faults).toEqual([]);
  await context.close();
});
