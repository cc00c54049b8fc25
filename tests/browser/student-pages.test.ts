import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ContentType } from '#schema/rest/enumerations.ts';
import { viewports } from '#tests/support/browser.ts';
import { childDevice, childWhoMade, childWhoRecorded } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';
import { deskAt, speaking, startSpeaking } from '#tests/support/speaking.ts';
import { measure, outOfSight } from './student-measures.ts';
import { answerWork, codesOf } from './student-places.ts';

const product = startProduct();

it('a class on one tablet finds everybody without a long way, and somebody new first', async () => {
  const child = await childWhoMade(product, 'My house');
  const { page, context } = await childDevice(product, child, '/student/profiles', { width: 'tablet' });
  await page.evaluate(() => {
    const [one] = JSON.parse(localStorage.getItem('profiles') ?? '[]') as object[];
    const all = Array.from({ length: 32 }, (_, at) => (at === 0 ? one : { ...one, id: `child-${at}` }));
    localStorage.setItem('profiles', JSON.stringify(all));
  });
  await page.reload();
  await expect.poll(() => page.locator('.profile-tile').count()).toBe(33);
  expect(await page.locator('.profile-tile').first().innerText()).toBe('Someone new');
  const last = await page.locator('.profile-tile').last().boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(1180);
  await context.close();
});

/** Hears all sounds of a page, each over at once: the praise is seen, and lies over no more than the page's heading. */
async function expectPraiseInSight(page: Page): Promise<void> {
  for (const spot of await page.locator('.sound-spot').all()) {
    await spot.click();
    await page.locator('audio').evaluate((audio) => audio.dispatchEvent(new Event('ended')));
  }
  // No second copy of the words beside the page, where each sound has its spot.
  expect(await page.locator('.sounds').count()).toBe(0);
  await page.locator('.listen-praise').waitFor();
  expect(await outOfSight(page, '.listen-praise')).toEqual([]);
  const hidden = await page.locator('.sound-spot').evaluateAll((spots) => {
    const { bottom = 0, left = 0 } = document.querySelector('.listen-praise')?.getBoundingClientRect() ?? {};
    return spots
      .map((spot) => spot.getBoundingClientRect())
      .filter((box) => box.right > left && (bottom - box.top) / box.height > 0.25).length;
  });
  expect(hidden, 'words under the praise').toBe(0);
}

describe('the page of the book', () => {
  it('shows by more than a word whether it is slow', async () => {
    const child = await childWhoMade(product, 'My house');
    const { rows } = await product.world.services.pool.query<{ code: string }>(
      'select hash_code as code from contents where type = $1 and published_at is not null order by id limit 1',
      [ContentType.PUSH_AND_LISTEN],
    );
    const path = `/student/content/${rows[0]?.code ?? ''}`;
    const { page, context } = await childDevice(product, child, path, { width: 'tablet' });
    const slow = page.getByRole('button', { name: 'Slow' });
    const look = () =>
      slow.evaluate((one) => getComputedStyle(one).backgroundColor + getComputedStyle(one).outlineStyle);
    const before = await look();
    await slow.click();
    expect(await slow.getAttribute('aria-pressed')).toBe('true');
    expect(await look()).not.toBe(before);
    await context.close();
  });

  const screens = {
    'an iPad': { width: 820, height: 1180, read: 0.6, record: 0.3 },
    'an iPad on its side': { width: 1180, height: 820, read: 0.33, record: 0.28 },
    'a phone': { width: 390, height: 844, read: 0.4, record: 0.2 },
    'a phone on its side': { width: 844, height: 390, read: 0.25, record: 0.19 },
    'a Chromebook': { width: 1366, height: 768, read: 0.33, record: 0.33 },
  };

  it.each(Object.entries(screens))('is large on %s, with all that is done on it in sight', async (_, screen) => {
    const child = await childWhoMade(product, 'My house');
    const device = await childDevice(product, child, '/student/profiles', { width: 'tablet' });
    const { page, context } = device;
    await page.setViewportSize(screen);
    const { rows } = await product.world.services.pool.query<{ type: number; code: string }>(
      `select distinct on (contents.type) contents.type, contents.hash_code as code
         from contents join lessons on lessons.id = lesson_id join classes using (textbook_id)
        where classes.id = $1 and contents.published_at is not null and contents.deleted_at is null
          and contents.type = any($2)`,
      [child.classId, [ContentType.READ, ContentType.PUSH_AND_LISTEN, ContentType.RECORD]],
    );
    expect(rows).toHaveLength(3);
    for (const { type, code } of rows) {
      await page.goto(`${product.world.url}/student/content/${code}?class=${child.classCode}`);
      await page.locator('.page-tools .button').first().waitFor();
      if (type === ContentType.RECORD) await page.locator('.record-button').waitFor();
      if (type === ContentType.PUSH_AND_LISTEN) await page.locator('.sound-spot').first().waitFor();
      const seen = await page.evaluate(() => {
        const boxOf = (one: Element) => one.getBoundingClientRect();
        const { width, height } = boxOf(document.querySelector('.page-stage') ?? document.body);
        const buttons = [...document.querySelectorAll('button, a')].map((one) => ({ bottom: boxOf(one).bottom, one }));
        return {
          share: (width * height) / (innerWidth * innerHeight),
          below: buttons.filter(({ bottom }) => bottom > innerHeight).map(({ one }) => one.textContent),
        };
      });
      expect(seen.below).toEqual([]);
      expect(seen.share).toBeGreaterThan(type === ContentType.RECORD ? screen.record : screen.read);
      if (type === ContentType.PUSH_AND_LISTEN) await expectPraiseInSight(page);
    }
    await context.close();
  });
});

/** In a page: what of the desk is cut off, or lies under a button of a corner, of the zoom or of the next page. */
function coveredOnDesk(): string[] {
  const boxOf = (one: Element) => one.getBoundingClientRect();
  const desk = boxOf(document.querySelector('.record-desk') ?? document.body);
  const around = [...document.querySelectorAll('.page-header .button, .turner .button, .page-tools .button')].map(
    boxOf,
  );
  return [...document.querySelectorAll('.record-desk :is(.button, .record-words, .record-level > span)')].flatMap(
    (one) => {
      const { left, right, top, bottom } = boxOf(one);
      const isCut =
        left < desk.left || right > desk.right || top < desk.top || bottom > Math.min(desk.bottom, innerHeight);
      const isUnder = around.some((it) => left < it.right && right > it.left && top < it.bottom && bottom > it.top);
      return isCut || isUnder
        ? [`${one.className} “${one.textContent}” is ${isCut ? 'cut off' : 'under a button'}`]
        : [];
    },
  );
}

it.each(['en', 'jp'] as const)(
  'the recorder on a phone on its side is whole, and beside all corners, in %s',
  async (language) => {
    const { page, context } = await speaking(product, { language, width: 'phone', child: 6 });
    await page.setViewportSize({ width: 844, height: 390 });
    await page.locator('.page-header-name').evaluate((name) => (name.textContent = 'Alexandra-Marie'));
    await page.locator('.record-button').waitFor();
    expect(await page.evaluate(coveredOnDesk)).toEqual([]);
    await startSpeaking(page);
    await page.locator('.record-level').waitFor();
    expect(await page.evaluate(coveredOnDesk)).toEqual([]);
    await page.locator('.record-time-used:not([stroke-dasharray^="0 "])').waitFor();
    await page.locator('.record-button').click();
    await deskAt(page, 'made').waitFor();
    await page.locator('.record-send').waitFor();
    expect(await page.evaluate(coveredOnDesk)).toEqual([]);
    expect((await measure(page)).brokenWords).toEqual([]);
    await context.close();
  },
);

it('a child who looks at its recording sees the teacher’s answer without scrolling', async () => {
  const child = await childWhoRecorded(product);
  await answerWork(product, child);
  const path = `/student/community/preview?class=${child.classCode}&post=${child.postId}`;
  const { page, context } = await childDevice(product, child, path, { width: 'desktop' });
  for (const size of [viewports.phone, { width: 1366, height: 768 }]) {
    await page.setViewportSize(size);
    await page.locator('.teacher-reply').first().waitFor();
    expect(await outOfSight(page, '.teacher-reply')).toEqual([]);
  }
  await context.close();
});

it('a unit shows a printed page once where several contents are on it, and the others by what they are', async () => {
  const child = await childWhoMade(product, 'My house');
  const { page, context } = await childDevice(product, child, `/student/class/${child.classCode}`, { width: 'tablet' });
  await page.locator('.next-unit').click();
  await page.locator('.content-card').first().waitFor();
  const cards = await page.locator('.content-card').evaluateAll((all) =>
    all.map((card) => ({
      number: card.querySelector('.content-card-page')?.textContent,
      pictured: card.querySelector('img') !== null,
    })),
  );
  const pictured = cards.filter((card) => card.pictured).map(({ number }) => number);
  expect(cards.length).toBeGreaterThan(pictured.length);
  expect(pictured).toEqual([...new Set(cards.map(({ number }) => number))]);
  await context.close();
});

it('a child whose page has a rest is at the profiles after six seconds, and gets to the page again by Back and by name', async () => {
  const child = await childWhoMade(product, 'My house');
  const { page, context } = await childDevice(product, child, '/student/class-completed', { width: 'tablet' });
  const wall = `/student/community/list?class=${child.classCode}`;
  const rest = async () => {
    await context.route('**/graphql', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(`${product.world.url}${wall}`);
    await page.getByText('Having a short rest').waitFor();
    await page.waitForURL('**/student/profiles');
    await context.unroute('**/graphql');
  };
  await rest();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.locator('.post').first().waitFor();
  expect(page.url()).toBe(`${product.world.url}${wall}`);
  await rest();
  await page.getByRole('button', { name: `${child.name}, that’s me`, exact: true }).click();
  await page.locator('.post').first().waitFor();
  expect(page.url()).toBe(`${product.world.url}${wall}`);
  await context.close();
});

it('a page whose signed addresses have ended shows its pictures by new ones, and stays where it is', async () => {
  const child = await childWhoMade(product, 'My house');
  const { unit } = await codesOf(product, child);
  const { page, context } = await childDevice(product, child, `/student/class/${child.classCode}`);
  await page.locator('.unit-card').first().waitFor();
  let ended = 0;
  // The unit's first answer is that of a page that has stood open too long.
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const isFirst = ended === 0 && text.includes('"lessonContents"');
    const body = isFirst ? text.replaceAll(/(\/media\/[^"]*[?&]expires=)\d+/g, '$11') : text;
    if (isFirst && body !== text) ended += 1;
    await route.fulfill({ response, body });
  });
  // The first tap starts the sounds, and with them the renewal.
  const started = page.waitForRequest(/start-sounds/);
  await page.locator('.class-names').click();
  await (await started).response();
  await page.locator(`.unit-card[href*="${unit}"]`).click();
  const picture = page.locator('.content-card img').first();
  await picture.waitFor();
  const address = page.url();
  const isShown = () =>
    picture.evaluate((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0);
  await expect.poll(isShown).toBe(true);
  expect(ended).toBe(1);
  expect(page.url()).toBe(address);
  // A request may still be under way when the page closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});
