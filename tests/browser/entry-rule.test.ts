import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ContentType } from '#schema/rest/enumerations.ts';
import { childWhoMade, hold, type Child } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct();

interface Codes {
  readonly klass: string;
  readonly read: string;
  readonly record: string;
  readonly unit: string;
}
let child: Child;
let codes: Codes;
beforeAll(async () => {
  child = await childWhoMade(product, 'My house');
  const content = (type: number) =>
    `(select contents.hash_code from contents join lessons on lessons.id = lesson_id
       where type = ${type} and lessons.textbook_id = classes.textbook_id and contents.published_at is not null
         and contents.deleted_at is null order by contents.id limit 1)`;
  const { rows } = await product.world.services.pool.query<Codes>(
    `select class_hash_code as klass, ${content(ContentType.READ)} as read, ${content(ContentType.RECORD)} as record,
       (select hash_code from lessons where textbook_id = classes.textbook_id order by number limit 1) as unit
     from classes where id = $1`,
    [child.classId],
  );
  if (rows[0]) codes = rows[0];
});

/** Who holds the device: nobody ever, somebody who has not said who, or a child. */
type Holder = 'nobody' | 'unchosen' | 'child';
type Outcome = 'stays' | 'asks who' | 'asks who, with the class';

interface Row {
  readonly path: (codes: Codes) => string;
  readonly expected: Readonly<Record<Holder, Outcome>>;
  readonly origin?: 'class' | 'content';
  readonly isRecord?: boolean;
}

const always = (outcome: Outcome) => ({ nobody: outcome, unchosen: outcome, child: outcome });
const closed = (outcome: Outcome) => ({ nobody: outcome, unchosen: outcome, child: 'stays' as const });

/** Section 2's rule: the five open paths, then whatever a class or content code opens. */
const rows: Readonly<Record<string, Row>> = {
  'the profiles': { path: () => '/student/profiles', expected: always('stays') },
  'class completed': { path: () => '/student/class-completed', expected: always('stays') },
  'the wall': { path: ({ klass }) => `/student/community/list?class=${klass}`, expected: always('stays') },
  'a work of the wall': {
    path: ({ klass }) => `/student/community/preview?class=${klass}&post=${child.postId}`,
    expected: always('stays'),
  },
  'the games': { path: ({ klass }) => `/student/game-list?class=${klass}`, expected: always('stays') },
  'a class': { path: ({ klass }) => `/student/class/${klass}`, expected: closed('asks who, with the class') },
  'a class’s units': {
    path: ({ klass }) => `/student/unit-list?class=${klass}`,
    expected: closed('asks who, with the class'),
  },
  'a unit of a class': {
    path: ({ klass, unit }) => `/student/unit-detail?unit=${unit}&class=${klass}`,
    expected: closed('asks who, with the class'),
  },
  'a unit of a book': { path: ({ unit }) => `/student/unit-detail?unit=${unit}`, expected: closed('asks who') },
  'a page to read': { path: ({ read }) => `/student/content/${read}`, expected: always('stays') },
  'a page to read, in a class': {
    path: ({ read, klass }) => `/student/content/${read}?class=${klass}`,
    expected: always('stays'),
  },
  'a page to speak': {
    path: ({ record }) => `/student/content/${record}`,
    expected: { nobody: 'stays', unchosen: 'asks who', child: 'stays' },
    origin: 'content',
    isRecord: true,
  },
  'a page to speak, in a class': {
    path: ({ record, klass }) => `/student/content/${record}?class=${klass}`,
    expected: { nobody: 'stays', unchosen: 'asks who, with the class', child: 'stays' },
    origin: 'content',
    isRecord: true,
  },
  'a content that is not there': { path: () => `/student/content/${'x'.repeat(22)}`, expected: always('stays') },
};

/** A page of the device as its holder, fresh each time as a scanned code opens one. */
async function opened(holder: Holder): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> {
  const device = await product.browser.device({ width: 'phone' });
  if (holder !== 'nobody') await hold(product, device, child);
  if (holder === 'unchosen') await device.context.addInitScript(() => sessionStorage.setItem('student', 'null'));
  return { page: device.page, close: () => device.context.close() };
}

/** Where a page ends: on the profiles with their state, or where it was asked for, when something of it is there. */
async function outcomeOf(page: Page, path: string) {
  await page.goto(`${product.world.url}${path}`);
  await page.locator(':is(main:not(.loading) h1, main:not(.loading) h2)').first().waitFor();
  const { pathname, search } = new URL(page.url());
  const state = await page.evaluate(() => (history.state as { usr?: unknown } | null)?.usr ?? null);
  return { address: pathname + search, state };
}

describe('the entry rule', () => {
  it.each(['nobody', 'unchosen', 'child'] as const)('holds for every address, on a device of %s', async (holder) => {
    const { page, close } = await opened(holder);
    for (const [name, { path, expected, origin = 'class', isRecord = false }] of Object.entries(rows)) {
      const asked = path(codes);
      const found = await outcomeOf(page, asked);
      const outcome = expected[holder];
      const classHashCode = outcome === 'asks who, with the class' ? codes.klass : null;
      const wanted =
        outcome === 'stays'
          ? { address: asked }
          : {
              address: `/student/profiles${classHashCode === null ? '' : `?class=${classHashCode}`}`,
              state: { origin, returnTo: asked, isRecord, classHashCode },
            };
      expect(found, name).toMatchObject(wanted);
    }
    await close();
  });

  it('sends the bare site to the profiles, and leads back to what was asked for', async () => {
    const { page, close } = await opened('unchosen');
    expect((await outcomeOf(page, '/')).address).toBe('/student/profiles');
    await page.goto(`${product.world.url}/student/content/${codes.record}?class=${codes.klass}`);
    await page.waitForURL('**/student/profiles?*');
    await page
      .getByRole('button', { name: new RegExp(child.name) })
      .first()
      .click();
    await page.waitForURL(`**/student/content/${codes.record}?class=${codes.klass}`);
    await close();
  });
});
