import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import { childDevice, childWhoRecorded } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';
import { flaws } from '#tests/support/staff-device.ts';
import { refuse, serveFilms, serveGames } from './film-server.ts';
import { staffAt, wordsOf } from './staff-walk.ts';

const product = startProduct();
const words = wordsOf('en', 'present');

/** The board of a class of the demo school, at the first page of such a kind. */
async function boardWith(condition: string): Promise<string> {
  const { rows } = await product.world.services.pool.query<{ class: string; hash: string }>(
    `select classes.id as class, contents.hash_code as hash from contents
       join lessons on lessons.id = lesson_id join classes on classes.textbook_id = lessons.textbook_id
       where contents.published_at is not null and lessons.published_at is not null and contents.deleted_at is null
         and classes.deleted_at is null and classes.status = $1 and current_date between start_date and end_date
         and ${condition}
       order by contents.id, classes.id limit 1`,
    [ClassStatus.ACTIVE],
  );
  const [found] = rows;
  if (!found) throw new Error(`no content where ${condition}`);
  return `/classes/${found.class}/present?content=${found.hash}`;
}

async function openBoard(condition: string) {
  const path = await boardWith(condition);
  const device = await staffAt(product, 'Administrator', '/classes');
  await device.page.goto(`${product.world.url}${path}`);
  await device.page.locator('.board-stage').waitFor();
  return device;
}

const tool = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true });
const middleOf = async (page: Page) => {
  const { x, y, width, height } = (await page.locator('.board-pointer').boundingBox()) ?? {};
  return [Math.round((x ?? 0) + (width ?? 0) / 2), Math.round((y ?? 0) + (height ?? 0) / 2)];
};

it('the pointer follows the mouse and a finger, lets presses through, and goes with its tool', async () => {
  const { page, context, complaints } = await openBoard(
    'contents.page_image_media_id is not null and contents.type = 1',
  );
  await page.locator('.board-paper img').waitFor();
  const dot = page.locator('.board-pointer');
  expect(await dot.count()).toBe(0);
  await tool(page, words('pointer')).press('Enter');
  await page.locator('.board-tool[aria-pressed=true]', { hasText: words('pointer') }).waitFor();
  await dot.waitFor();
  const box = await page.locator('.board-stage').boundingBox();
  if (!box) throw new Error('no stage');
  const at = (right: number, down: number) =>
    [Math.round(box.x + box.width * right), Math.round(box.y + box.height * down)] as const;
  for (const [x, y] of [at(0.3, 0.4), at(0.7, 0.6)]) {
    await page.mouse.move(x, y);
    await expect.poll(() => middleOf(page)).toEqual([x, y]);
  }
  // The dot is on top of the page, but a press passes through it.
  const [right, down] = at(0.7, 0.6);
  const met = await page.evaluate(([x = 0, y = 0]) => document.elementFromPoint(x, y)?.className, [right, down]);
  expect(met).not.toContain('board-pointer');

  // A finger that is drawn over the page, which neither scrolls nor lets go of the dot.
  const fingers = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...place: readonly (readonly [number, number])[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: place.map(([x, y]) => ({ x, y })) });
  await touch('touchStart', at(0.4, 0.3));
  await expect.poll(() => middleOf(page)).toEqual([...at(0.4, 0.3)]);
  for (const step of [0.35, 0.4, 0.5, 0.6, 0.7, 0.8]) {
    await touch('touchMove', at(0.4, step));
    await expect.poll(() => middleOf(page)).toEqual([...at(0.4, step)]);
  }
  await touch('touchEnd');
  expect(await flaws(page)).toEqual([]);
  await tool(page, words('pointer')).press('Enter');
  await dot.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});

it('the spots of a page are larger on the board than for a child, and a click or a key plays them', async () => {
  const { page, context, complaints } = await openBoard(
    `contents.page_image_media_id is not null and exists (
       select from push_and_listen_items where content_id = contents.id and spot_x is not null)`,
  );
  const sizes = (on: Page, spots: string) =>
    on
      .locator(spots)
      .evaluateAll((all: HTMLElement[]) => all.map((one) => [one.offsetWidth, one.offsetHeight] as const));
  await page.locator('.board-paper img').waitFor();
  const spots = page.locator('.board-spot');
  await spots.first().waitFor();

  // The same page on a child's screen of the same size.
  const hash = new URL(page.url()).searchParams.get('content');
  const child = await childDevice(product, await childWhoRecorded(product), `/student/content/${hash}`);
  await child.page.locator('.sound-spot').first().waitFor();
  const [large, small] = [await sizes(page, '.board-spot'), await sizes(child.page, '.sound-spot')];
  expect(large).toHaveLength(small.length);
  for (const [at, [width, height]] of large.entries()) {
    expect(width).toBeGreaterThan(small[at]?.[0] ?? Infinity);
    expect(height).toBeGreaterThan(small[at]?.[1] ?? Infinity);
  }

  const ends = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.dataset.ends ?? '');
  await page.locator('audio').evaluate((audio: HTMLAudioElement) => {
    audio.addEventListener('ended', () => (audio.dataset.ends = `${audio.dataset.ends ?? ''}+`));
  });
  await spots.first().click();
  await expect.poll(ends).toBe('+');
  await spots.last().press('Enter');
  await expect.poll(ends).toBe('++');
  expect(await flaws(page)).toEqual([]);
  expect([...complaints, ...child.complaints]).toEqual([]);
  await child.context.close();
  await context.close();
});

it('a song plays on the board, slowly, a step back, and a part again', async () => {
  const { page, context, complaints } = await openBoard('contents.type = 2 and contents.youtube_link is null');
  await tool(page, words('play')).press('Enter');
  await tool(page, words('pause')).waitFor();
  const sound = () =>
    page.locator('audio').evaluate((audio: HTMLAudioElement) => ({
      plays: !audio.paused,
      rate: audio.playbackRate,
      time: audio.currentTime,
      duration: audio.duration,
    }));
  await expect.poll(async () => (await sound()).time).toBeGreaterThan(0.2);
  expect(await sound()).toMatchObject({ plays: true, rate: 1 });
  await tool(page, words('slow')).press('Enter');
  await page.locator('.board-tool[aria-pressed=true]', { hasText: words('slow') }).waitFor();
  expect((await sound()).rate).toBe(0.75);
  expect(await flaws(page)).toEqual([]);

  // A part of some tenths of a second: the sound comes back to its start, twice.
  const starts = page.locator('audio').evaluate(
    (audio: HTMLAudioElement) =>
      new Promise<number>((resolve) => {
        let count = 0;
        audio.addEventListener('seeked', () => (count += 1) === 2 && resolve(count));
      }),
  );
  await tool(page, words('partFrom')).press('Enter');
  const { time: from } = await sound();
  await expect.poll(async () => (await sound()).time).toBeGreaterThan(from + 0.3);
  await tool(page, words('partTo')).press('Enter');
  expect(await starts).toBe(2);
  expect((await sound()).plays).toBe(true);
  await tool(page, words('partEnd')).press('Enter');
  await tool(page, words('partFrom')).waitFor();

  await tool(page, words('pause')).press('Enter');
  await expect.poll(async () => (await sound()).plays).toBe(false);
  await tool(page, words('stepBack_other', { count: 5 })).press('Enter');
  await expect.poll(async () => (await sound()).time).toBe(0);
  await tool(page, words('slow')).press('Enter');
  await expect.poll(async () => (await sound()).rate).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

it('a video plays on the board after a press, slowly and a part again, and its address names no class', async () => {
  const { page, context, complaints } = await openBoard('contents.type = 3 and contents.youtube_link is not null');
  // Ten of its seconds in one of ours.
  const asked = await serveFilms(context, 3_600, 10);
  await tool(page, words('play')).waitFor();
  expect([asked.length, await page.locator('iframe').count()]).toEqual([0, 0]);
  await tool(page, words('play')).press('Enter');
  await tool(page, words('pause')).waitFor();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]{11}\?/);
  expect(asked[0]).not.toContain('/classes/');
  await tool(page, words('slow')).press('Enter');
  await page.locator('.board-tool[aria-pressed=true]', { hasText: words('slow') }).waitFor();
  expect(await flaws(page)).toEqual([]);

  const line = page.getByRole('slider', { name: words('position') });
  const time = async () => Number(await line.inputValue());
  await tool(page, words('pause')).press('Enter');
  await page.locator('.board-cover').waitFor();
  await line.fill('1000');
  await tool(page, words('partFrom')).press('Enter');
  await line.fill('1004');
  await tool(page, words('partTo')).press('Enter');
  await page
    .locator('.board-tools')
    .getByRole('button', { name: words('play') })
    .press('Enter');
  await expect.poll(time, { interval: 20 }).toBeGreaterThan(1002);
  await expect.poll(time, { interval: 20 }).toBeLessThan(1002);
  await tool(page, words('partEnd')).press('Enter');
  await expect.poll(time, { interval: 20 }).toBeGreaterThan(1005);
  expect(complaints).toEqual([]);
  await context.close();
});

it('a game opens on the board after a press, boxed in, and its address names no child and no class', async () => {
  const { page, context, complaints } = await openBoard('contents.type = 4');
  const asked = await serveGames(context);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('https://wordwall.net/')) sent.push(JSON.stringify(request.headers()));
  });
  const play = tool(page, words('play'));
  await play.waitFor();
  expect(asked).toEqual([]);
  expect(await page.locator('iframe').count()).toBe(0);
  await play.press('Enter');
  await page.frameLocator('.board-screen iframe').getByText('A game').waitFor();
  for (const url of asked) expect(url).toMatch(/^https:\/\/wordwall\.net\/embed\/resource\/\d+$/);
  const frame = page.locator('.board-screen iframe');
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin');
  expect(await frame.getAttribute('allow')).toBe('autoplay');
  expect(await frame.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');
  expect(await frame.getAttribute('title')).toMatch(/./);
  // The class's address stays in this window.
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.join()).not.toContain('/classes/');
  expect(await flaws(page)).toEqual([]);

  await refuse(context, 'https://wordwall.net/**');
  await page.reload();
  await play.press('Enter');
  await page.getByText(words('gameBlockedTitle')).waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  expect(complaints.filter((text) => !/net::ERR_|Failed to load/.test(text))).toEqual([]);
  await context.close();
});
