import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { apiKeys } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { makeBrokenLink } from '#tests/support/broken-links.ts';
import { withWebFonts } from '#tests/support/browser.ts';
import { childDevice, childWhoMade, type Child } from '#tests/support/child-device.ts';
import { demoEmail, graphql, signIn } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { giveProvider } from '#tests/support/sign-in-provider.ts';
import { makeTextBook } from '#tests/support/teaching.ts';
import { makeDelivery, makeWebhook } from '#tests/support/webhooks.ts';
import { changeLanguage, otherLanguage } from './in-both-languages.ts';
import { spilt, widthsOfFirst, widthsOfSecond } from './spilt.ts';
import { opened } from './staff-screens.ts';
import { comeWithin, staffAt, toast, wordsOf } from './staff-walk.ts';
import { codesOf } from './student-places.ts';

const product = startProduct(undefined, withWebFonts);

/** A hundred characters with no place to break them. */
const long = 'Rindfleischetikettierungsueberwachungsaufgaben'.repeat(3).slice(0, 100);

const almost = long.slice(0, 99);

let child: Child;
let codes: Awaited<ReturnType<typeof codesOf>>;
let ids: Readonly<Record<'class' | 'book' | 'unit' | 'content' | 'sounds' | 'user' | 'school' | 'webhook', string>>;

beforeAll(async () => {
  const { services } = product.world;
  const { pool, db } = services;
  child = await childWhoMade(product, 'My house');
  codes = await codesOf(product, child);
  const { rows } = await pool.query<Omit<typeof ids, 'webhook'>>(
    `select classes.id as class, textbook_id as book, lessons.id as unit, contents.id as content, main_teacher_id as user,
        school_id as school,
        (select contents.id from contents join push_and_listen_items on content_id = contents.id
          where type = $2 and page_image_media_id is not null limit 1) as sounds
       from classes join lessons using (textbook_id) join contents on lesson_id = lessons.id
      where classes.id = $1 and contents.deleted_at is null limit 1`,
    [child.classId, ContentType.PUSH_AND_LISTEN],
  );
  const [found] = rows;
  if (!found) throw new Error('the class has nothing to show');
  const { id: webhook } = await makeWebhook(services);
  ids = { ...found, webhook };
  await makeDelivery(db, { webhookId: webhook, lastTryAt: new Date(), status: 410, problem: 'status', answer: long });
  await giveProvider(services, { schoolId: ids.school });
  await makeBrokenLink(db, { contentId: ids.content });
  await makeTextBook(db, { deletedAt: new Date() });
  await db.delete(apiKeys);
  const { accessToken } = await signIn(product.world, 'Administrator');
  const key = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { key } }';
  // One to revoke in each language; live keys have names of their own.
  for (const end of ['1', '2']) {
    const input = { name: `${almost}${end}`, scopes: ['CLASS_READ'] };
    await graphql(product.world, key, { input }, { authorization: `Bearer ${accessToken}` });
  }
  for (const [table, column] of [
    ['users', 'first_name'],
    ['users', 'last_name'],
    ['schools', 'name'],
    ['classes', 'class_name'],
    ['textbooks', 'name'],
    ['lessons', 'title'],
    ['lessons', 'name'],
    ['contents', 'name'],
    ['push_and_listen_items', 'name'],
    ['profiles', 'name'],
    ['community_posts', 'title'],
    ['sign_in_providers', 'name'],
    ['webhooks', 'name'],
    ['media', 'file_name'],
    ['audit_log', 'actor_name'],
    ['audit_log', 'entity_name'],
  ] as const)
    await pool.query(`update ${table} set ${column} = $1`, [long]);
  await pool.query(`update users set email = $1 || id || '@school.test' where email <> all($2)`, [
    long,
    Object.values(demoEmail),
  ]);
});

/** What is spilt on an open page, in its language and in the other one. Afterwards the page is in the other language. */
async function spiltInBoth(page: Page, where: string): Promise<readonly string[]> {
  const first = (await page.locator('html').getAttribute('lang')) === 'ja' ? 'jp' : 'en';
  const found = (await spilt(page, widthsOfFirst)).map((fault) => `${where} in ${first} at ${fault}`);
  const second = otherLanguage(first);
  await changeLanguage(page, second);
  await page.locator(`html[lang=${second === 'jp' ? 'ja' : 'en'}]`).waitFor();
  return [...found, ...(await spilt(page, widthsOfSecond)).map((fault) => `${where} in ${second} at ${fault}`)];
}

/** What is spilt on staff's screens, each by its path and by what is there when it has come. */
async function spiltOn(screens: readonly (readonly [path: string, shows: string])[]): Promise<readonly string[]> {
  const { page, context } = await staffAt(product, 'Administrator', '/classes');
  const faults: string[] = [];
  for (const [path, shows] of screens) {
    await comeWithin(page, path);
    await page.locator(shows).first().waitFor();
    faults.push(...(await spiltInBoth(page, path.replaceAll(/[\w-]{30,}/g, '…'))));
  }
  await context.close();
  return faults;
}

it('a name of a hundred characters bursts no list of staff’s', async () => {
  const faults = await spiltOn([
    ['/classes', 'tbody tr'],
    ['/users', 'tbody tr'],
    ['/textbooks', 'tbody tr'],
    ['/textbooks?view=grid', '.covers tbody tr'],
    [`/text-books/${ids.book}?open=${ids.unit}`, '.content-line'],
    [`/text-books/${ids.book}/printed-codes`, '.printed-thing'],
    ['/text-books/broken-links', '.broken-link'],
    [`/units/${ids.unit}`, '.content-line'],
    [`/classes/${ids.class}`, '.class-units li'],
    [`/classes/${ids.class}/students`, 'tbody tr'],
    [`/classes/${ids.class}/community`, '.post-card'],
    ['/community-queue', '.post-card'],
    ['/schools', 'tbody tr'],
    [`/schools/${ids.school}`, 'tbody tr'],
    ['/reports', '.report-chart svg, .report-chart-none'],
    ['/reports?tab=usage', '.list-card tbody tr'],
    ['/audit', 'tbody tr'],
    ['/trash', 'tbody tr'],
    ['/privacy', 'tbody tr'],
    ['/api-keys', 'tbody tr'],
    ['/webhooks', 'tbody tr'],
  ]);
  expect(faults).toEqual([]);
});

it('a name of a hundred characters bursts no form and no card of staff’s', async () => {
  const faults = await spiltOn([
    [`/classes/${ids.class}/name-cards`, '.name-card'],
    [`/classes/${ids.class}/activity`, '.activity-card tbody tr'],
    [`/classes/${ids.class}/students/add`, 'main h1'],
    [`/classes/${ids.class}?edit`, 'input[name=className]'],
    [`/classes/${ids.class}?copy`, '.copy-plan'],
    [`/text-books/${ids.book}/map`, '.map-tile'],
    [`/contents/${ids.content}`, 'main h1'],
    [`/contents/${ids.sounds}/push-and-listen`, '.spot-page img'],
    [`/users/${ids.user}`, '.user-facts'],
    [`/users/${ids.user}?edit`, 'input[name=email]'],
    [`/schools/${ids.school}/settings`, '.providers li'],
    [`/privacy/${child.profileId}`, '.privacy-card'],
    [`/webhooks/${ids.webhook}`, '.webhook-try'],
    ['/account', '.account-sessions li'],
  ]);
  expect(faults).toEqual([]);
});

it.each(['en', 'jp'] as const)(
  'a name of a hundred characters bursts no question and no toast, in %s',
  async (language) => {
    const { page, context } = await staffAt(product, 'Administrator', '/api-keys', { language });
    const faults: string[] = [];
    const look = async (where: string) => faults.push(...(await spilt(page)).map((fault) => `${where} at ${fault}`));
    /** The newest toast stays while the focus is on it. */
    const lookAtToast = async (where: string) => {
      await toast(page, almost).waitFor();
      await page.keyboard.press('F8');
      await page.locator('.toast button:focus').waitFor();
      await look(where);
    };
    await opened('td .dropdown-button', '[role=menu]')(page);
    await opened('[role=menuitem]', '[role=alertdialog]')(page);
    await look('a question');
    await page.locator('[role=alertdialog] .bp6-intent-danger').click();
    await lookAtToast('a toast');

    await page.goto(`${product.world.url}/community-queue`);
    await page
      .locator('.post-card')
      .getByRole('button', { name: new RegExp(`^${wordsOf(language, 'community')('approve')}`) })
      .first()
      .click();
    await lookAtToast('a toast with a way back');
    expect(faults).toEqual([]);
    await context.close();
  },
);

it('a name of a hundred characters bursts nothing of the students’', async () => {
  const { page, context } = await childDevice(product, { ...child, name: long }, '/student/profiles');
  const inClass = `class=${child.classCode}`;
  const faults: string[] = [];
  for (const [path, shows] of [
    ['/student/profiles', '.profile-tile'],
    [`/student/class/${child.classCode}`, '.class-links a'],
    [`/student/unit-list?${inClass}`, '.unit-card'],
    [`/student/unit-detail?unit=${codes.unit}&${inClass}`, '.content-card'],
    [`/student/content/${codes.contents[ContentType.READ] ?? ''}?${inClass}`, 'main h1'],
    [`/student/content/${codes.contents[ContentType.PUSH_AND_LISTEN] ?? ''}?${inClass}`, 'main h1'],
    [`/student/content/${codes.contents[ContentType.MUSIC] ?? ''}?${inClass}`, 'main h1'],
    [`/student/game-list?${inClass}`, 'main h1'],
    [`/student/community/list?${inClass}`, '.post'],
    [`/student/community/preview?${inClass}&post=${child.postId}`, '.post-counts'],
    [`/student/community/upload?${inClass}`, 'main h1'],
  ] as const) {
    await comeWithin(page, path);
    await page.locator(shows).first().waitFor();
    faults.push(...(await spiltInBoth(page, path.replaceAll(/[\w-]{20,}/g, '…'))));
  }
  expect(faults).toEqual([]);
  await context.close();
});
