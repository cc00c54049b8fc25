import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { childDevice, childWhoMade } from '#tests/support/child-device.ts';
import { graphql, signIn } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct();

const wallOf = ({ classCode }: { readonly classCode: string }) => `/student/community/list?class=${classCode}`;
const card = (page: Page, title: string) => page.locator('.post').filter({ hasText: title });
const hearts = (page: Page, title: string) => card(page, title).locator('[data-kind=heart]');
const likes = (page: Page, title: string) => card(page, title).locator('[data-kind=like]');
const acts = (page: Page, title: string) => card(page, title).locator('.post-foot button');
const shown = (page: Page, title: string) => hearts(page, title).innerText().then(parseFloat);

it('gives one like and one heart, shows what is one’s own, takes it back, and a classmate sees it', async () => {
  const title = 'My house';
  const mia = await childWhoMade(product, title);
  const leo = await childWhoMade(product, 'Hello, hello!');
  await product.world.services.pool.query('delete from community_reactions where profile_id = $1', [leo.profileId]);
  const giver = await childDevice(product, leo, wallOf(leo), { width: 'phone' });
  const { page } = giver;
  const before = await shown(page, title);
  const pressed = () => hearts(page, title).getAttribute('aria-pressed');
  await likes(page, title)
    .and(page.getByRole('button', { name: /^Give Mia a like: \d+ likes$/ }))
    .waitFor();
  expect(await pressed()).toBe('false');

  const sent = page.waitForRequest((request) => request.postData()?.includes('ReactToPost') ?? false);
  // In one moment: given, taken back and given again is one call, and the number moves once.
  await hearts(page, title).evaluate((button: HTMLElement) => [1, 2, 3].forEach(() => button.click()));
  expect([await shown(page, title), await pressed()]).toEqual([before + 1, 'true']);
  expect((await sent).postDataJSON()).toMatchObject({
    variables: { input: { id: mia.postId, type: 'HEART', numberOfInteractions: 1 } },
  });

  // Left within the half second in which taps are collected: the reaction arrives all the same.
  await likes(page, title).click();
  await page.goto(`${product.world.url}/student/class-completed`);
  await page.goto(`${product.world.url}${wallOf(leo)}`);
  await expect.poll(pressed).toBe('true');
  const looker = await childDevice(product, mia, wallOf(mia));
  await expect
    .poll(async () => {
      await looker.page.reload();
      return shown(looker.page, title);
    })
    .toBe(before + 1);
  expect(await hearts(looker.page, title).getAttribute('aria-pressed')).toBe('false');
  await hearts(page, title).click();
  expect([await shown(page, title), await pressed()]).toEqual([before, 'false']);
  await expect
    .poll(async () => {
      await looker.page.reload();
      return shown(looker.page, title);
    })
    .toBe(before);
  expect([...giver.complaints, ...looker.complaints]).toEqual([]);
  await looker.context.close();

  await page.goto(`${product.world.url}${wallOf(leo)}`);
  await hearts(page, title).waitFor();
  await giver.context.setOffline(true);
  await likes(page, title).click();
  await card(page, title)
    .getByRole('alert')
    .filter({ hasText: /^No internet/ })
    .waitFor();
  await giver.context.setOffline(false);
  await likes(page, title).click();
  await card(page, title).getByRole('alert').waitFor({ state: 'detached' });
  await giver.context.close();
});

it('lets a child take their own work off the wall, and no other', async () => {
  const title = 'おりがみのつる';
  const child = await childWhoMade(product, title);
  const device = await childDevice(product, child, wallOf(child), { language: 'jp', width: 'tablet' });
  const { page, complaints } = device;
  await acts(page, title).click();
  await page.getByRole('dialog').getByRole('button', { name: 'いいえ、のこす' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // One's own card asks nothing of the teacher; another's has nothing that removes it.
  await acts(page, title).and(page.locator('[aria-haspopup=dialog]')).click();
  await page.getByRole('dialog').getByText('はい、けす').waitFor();
  await page.keyboard.press('Escape');
  await acts(page, 'Our paper class').click();
  await page.getByRole('dialog').getByText('ほかの こと').waitFor();
  expect(await page.getByRole('dialog').getByText('はい、けす').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);

  await page.route('**/graphql', (route) => route.abort());
  await acts(page, title).click();
  await page.getByRole('dialog').getByRole('button', { name: 'はい、けす' }).click();
  await card(page, title)
    .getByRole('alert')
    .filter({ hasText: 'まだ ここに あるよ。もういちど やってみよう。' })
    .waitFor();
  await page.unroute('**/graphql');
  await acts(page, title).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'はい、けす' }).press('Enter');
  await card(page, title).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('page');
  const { pool } = product.world.services;
  const left = 'select id from community_posts where id = $1 and deleted_at is null';
  await expect.poll(async () => (await pool.query(left, [child.postId])).rowCount).toBe(0);
  await page.reload();
  await card(page, 'Our paper class').waitFor();
  expect(await card(page, title).count()).toBe(0);
  await device.context.close();
});

async function reportedReasons(postId: string): Promise<readonly string[]> {
  const { accessToken } = await signIn(product.world, 'Teacher');
  const { data } = await graphql<{
    communityQueue: { items: { id: string; reports: { reason: string }[] }[] };
  }>(
    product.world,
    '{ communityQueue(filter: { state: [REPORTED] }) { items { id reports { reason } } } }',
    {},
    { authorization: `Bearer ${accessToken}` },
  );
  const post = data?.communityQueue.items.find(({ id }) => id === postId);
  return post?.reports.map(({ reason }) => reason) ?? [];
}

it('tells the teacher of another child’s work, once', async () => {
  const title = 'Our paper class';
  const { postId } = await childWhoMade(product, title);
  const noah = await childWhoMade(product, 'My cat Momo');
  const { page, complaints, context } = await childDevice(product, noah, wallOf(noah), { width: 'phone' });
  await card(page, 'My cat Momo').waitFor();
  // A work that waits has nothing to count yet, and its child may still take it back.
  expect(await card(page, 'My cat Momo').locator('.post-counts').count()).toBe(0);
  expect(await acts(page, 'My cat Momo').count()).toBe(1);
  await acts(page, title).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Something else' }).click();
  await page.getByRole('dialog', { name: 'Thank you!' }).waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await reportedReasons(postId)).toEqual(['Something else']);

  await page.reload();
  const told = acts(page, title).and(page.getByRole('button', { name: /^Your teacher knows/ }));
  await told.waitFor();
  await told.click({ force: true });
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it('shows one work big, and its neighbours, by keys alone', async () => {
  const child = await childWhoMade(product, 'Hello, hello!');
  const { page, complaints, context } = await childDevice(product, child, wallOf(child), { language: 'jp' });
  const heading = page.getByRole('heading', { level: 1 });
  await card(page, 'Our paper class').waitFor();
  const titles = await page.locator('.post-title').allInnerTexts();
  // One's own first: the voice.
  expect(titles[0]).toBe('Hello, hello!');

  await page.locator('.post-open').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/student\/community\/preview\?class=.+&post=.+/);
  await heading.filter({ hasText: titles[0] }).waitFor();
  await page.locator('.post-voice button').press('Enter');
  await page.locator('.post-voice button[data-playing]').waitFor();
  await page.locator('#page').focus();
  await page.keyboard.press('ArrowRight');
  await heading.filter({ hasText: titles[1] }).waitFor();
  const before = await shown(page, titles[1] ?? '');
  await hearts(page, titles[1] ?? '').press('Enter');
  expect(await shown(page, titles[1] ?? '')).toBe(before + 1);
  await page.locator('.turner a').first().press('Enter');
  await heading.filter({ hasText: titles[0] }).waitFor();
  expect(await page.locator('.turner a').count()).toBe(1);
  await page.keyboard.press('ArrowLeft');
  await heading.filter({ hasText: titles[0] }).waitFor();

  await page.goto(`${product.world.url}/student/community/preview?class=${child.classCode}&post=none`);
  await heading.filter({ hasText: 'ひろばに ないよ' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'ひろばへ' }).press('Enter');
  await page.waitForURL(`${product.world.url}${wallOf(child)}`);
  await page.locator('.post').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('shows a voice as the child’s own animal on its colour', async () => {
  const title = 'Hello, hello!';
  const child = await childWhoMade(product, title);
  const { page, context } = await childDevice(product, child, wallOf(child), { width: 'phone' });
  const voice = card(page, title).first();
  await voice.locator('.post-voice button').waitFor();
  const seen = await voice.evaluate((post) => {
    const [animal, own] = ['.post-voice > svg', '.post-child > svg'].map((place) => post.querySelector(place));
    const tile = post.querySelector('.post-work');
    const parts = [...(animal?.children ?? [])];
    return {
      isOwn: parts.length > 0 && parts.every((part, at) => part.isEqualNode(own?.children[at] ?? null)),
      width: animal?.getBoundingClientRect().width ?? 0,
      colour: tile && getComputedStyle(tile).backgroundColor,
    };
  });
  expect(seen.isOwn).toBe(true);
  expect(seen.width).toBeGreaterThan(80);
  expect(seen.colour).not.toMatch(/^rgba\(0, 0, 0, 0\)$|^rgb\(255, 255, 255\)$/);
  await context.close();
});

it('shows a visitor the work and its counts, and leads who wants to give hearts to the profiles and back', async () => {
  const { classCode, postId } = await childWhoMade(product, 'Our paper class');
  const { page, complaints, context } = await product.browser.device();
  const path = `/student/community/preview?class=${classCode}&post=${postId}`;
  await page.goto(`${product.world.url}${path}`);
  await page.locator('.post-work img').waitFor();
  expect(await page.locator('.post-counts button, .post-foot button').count()).toBe(0);
  expect(await page.locator('.post-count').count()).toBe(2);
  await page.getByRole('link', { name: 'Choose your name to send hearts' }).click();
  await page.getByRole('button', { name: 'Someone new' }).click();
  await page.getByLabel('Your name').fill('Ken');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(`${product.world.url}${path}`);
  await page.getByRole('button', { name: /^Give Emma a heart/ }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
