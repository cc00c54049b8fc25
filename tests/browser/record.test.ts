import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { viewports } from '#tests/support/browser.ts';
import { childDevice } from '#tests/support/child-device.ts';
import { patience } from '#tests/support/patience.ts';
import { graphql, signIn } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { countDown, deskAt, speak, speaking, statesOf, steadyVoice } from '#tests/support/speaking.ts';
import { flaws } from '#tests/support/staff-device.ts';
import { keptFiles } from '#tests/support/waiting-work.ts';
import { outOfSight } from './student-measures.ts';

const product = startProduct();

/** A sound is made anew by a process of its own, which is long in coming on a busy machine. */
const made = { timeout: 4 * patience };

/** An iPad, upright and on its side, and a phone. */
const screens = [viewports.tablet, { width: 1180, height: 820 }, viewports.phone];

const hears = (page: Page) =>
  page.waitForFunction(() => {
    const audio = document.querySelector('audio');
    return audio !== null && audio.currentTime > 0.1 && audio.error === null;
  });

/** The focus is at the recorder, which shows no ring, and not lost with the button that had it. */
const focusAtDesk = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement && [activeElement.className, getComputedStyle(activeElement).outlineStyle];
      }),
    )
    .toEqual(['record-desk sheet', 'none']);

/** A browser's own recorder offers MP4 here and WebM there: a page that asks it for anything at all complains. */
function complainOfRecorder(): void {
  Object.defineProperty(window, 'MediaRecorder', { get: () => console.error('the page asked for a MediaRecorder') });
}

/**
 * In a page: its sound card takes 8,000 samples a second. Without the optimizing compiler (`browser.ts`) the encoder is
 * slower than the 48,000 of other cards on a busy machine, and a page that speaks for seconds no longer answers.
 */
function hearAtEightKilohertz(): void {
  window.AudioContext = class extends AudioContext {
    constructor() {
      super({ sampleRate: 8_000 });
    }
  };
}

/** The post of a child that waits is approved by a teacher. */
async function approve(profileId: string): Promise<void> {
  const { world } = product;
  const { rows } = await world.services.pool.query<{ id: string }>(
    `select id from community_posts where profile_id = $1 and state = 'pending' order by created_at desc limit 1`,
    [profileId],
  );
  const { accessToken } = await signIn(world, 'Administrator');
  const answer = await graphql(
    world,
    'mutation Approve($ids: [ID!]!) { approveCommunityPosts(ids: $ids) { id messageKey } }',
    { ids: rows.map(({ id }) => id) },
    { authorization: `Bearer ${accessToken}` },
  );
  expect(answer.errors).toBeUndefined();
}

interface Reaction {
  readonly likes: number;
  readonly deleted: boolean;
}

/** What the database has of a child's newest work. */
async function newest(profileId: string): Promise<Reaction | undefined> {
  const { rows } = await product.world.services.pool.query<Reaction>(
    `select like_count as likes, deleted_at is not null as deleted from community_posts
      where profile_id = $1 order by created_at desc limit 1`,
    [profileId],
  );
  return rows[0];
}

describe('a page for speaking', () => {
  it('takes a voice from a child by the teacher to another, where it is liked, and takes it back', async () => {
    const maker = await speaking(product, { language: 'jp', width: 'tablet', before: complainOfRecorder });
    const { page } = maker;
    const { class: classCode, name, profileId } = maker.speaker;
    await page.locator('.record-hear-model').click();
    await hears(page);

    // By keys alone.
    await page.locator('.record-button').focus();
    await page.keyboard.press('Enter');
    await deskAt(page, 'counting').waitFor();
    expect(await page.evaluate(() => document.querySelector('audio')?.paused)).toBe(true);
    await countDown(page);
    await deskAt(page, 'recording').waitFor();
    expect(await page.locator('.record-hear').count()).toBe(0);
    await page.locator('.record-level [data-lit]').first().waitFor();
    await page.locator('.record-time-used:not([stroke-dasharray^="0 "])').waitFor();
    await page.keyboard.press('Enter');
    await deskAt(page, 'made').waitFor();
    await focusAtDesk(page);
    await page.getByText('よく できたね').first().waitFor();
    expect(await outOfSight(page, '.record-said svg, .record-desk button')).toEqual([]);
    expect(await page.locator('.record-said .hanamaru-stroke').count()).toBe(2);
    await page.locator('.record-model .slow-button').click();
    await page.locator('.record-hear-mine').click();
    await hears(page);
    expect(await page.evaluate(() => document.querySelector('audio')?.playbackRate), 'one’s own voice').toBe(1);
    const [[first = 0, second = 0] = []] = await keptFiles(page);
    expect([first, second & 0xe0], 'an MP3').toEqual([0xff, 0xe0]);

    expect(await statesOf(product, maker.speaker)).toEqual([]);
    await page.locator('.record-send').focus();
    await page.keyboard.press('Enter');
    await page.locator('.record-send').waitFor({ state: 'detached' });
    await focusAtDesk(page);
    await deskAt(page, 'sent').waitFor(made);
    await focusAtDesk(page);
    await page.getByText('みるまで まってね').first().waitFor();
    expect(await statesOf(product, maker.speaker)).toEqual(['pending']);
    expect(await flaws(page)).toEqual([]);
    for (const size of screens) {
      await page.setViewportSize(size);
      expect(await outOfSight(page, '.record-said svg, .record-made > *'), `at ${size.width} px`).toEqual([]);
    }
    await page.setViewportSize(viewports.tablet);
    await page.locator('.record-made a').click();
    await page.waitForURL('**/student/community/list?class=*');
    const mine = page.locator('.post').first();
    await mine.locator('.post-flag[data-waiting]').waitFor();
    await mine.locator('.post-voice button').click();
    await hears(page);

    const { rows } = await product.world.services.pool.query<{ profileId: string; name: string; animal: string }>(
      `select profiles.id as "profileId", name, animal from profiles join class_profiles on profile_id = profiles.id
         join classes on classes.id = class_id
        where class_hash_code = $1 and profiles.id <> $2 order by profiles.id limit 1`,
      [classCode, profileId],
    );
    const [friend] = rows;
    if (!friend) throw new Error('a class of one');
    const wall = `/student/community/list?class=${classCode}`;
    const other = await childDevice(product, { ...friend, classId: '', classCode, postId: '' }, wall, {
      width: 'phone',
    });
    const theirs = other.page
      .locator('.post')
      .filter({ hasText: name })
      .filter({ has: other.page.locator('.post-voice') });
    await other.page.locator('.post').first().waitFor();
    const before = await theirs.count();

    await approve(profileId);
    await other.page.reload();
    await other.page.locator('.post').first().waitFor();
    await expect.poll(() => theirs.count()).toBe(before + 1);
    await theirs.first().locator('.post-voice button').click();
    await hears(other.page);
    await theirs.first().getByRole('button', { name: /like/i }).click();
    await expect.poll(async () => (await newest(profileId))?.likes).toBe(1);

    await page.reload();
    await mine.locator('[aria-haspopup=dialog]').click();
    await page.getByRole('dialog').locator('.button-danger').click();
    await expect.poll(async () => (await newest(profileId))?.deleted).toBe(true);
    await other.page.reload();
    await other.page.locator('.post').first().waitFor();
    expect(await theirs.count()).toBe(before);
    expect([...maker.complaints, ...other.complaints]).toEqual([]);
    await Promise.all([maker, other].map(({ context }) => context.close()));
  });

  it('sends by itself, once, when the network is back, what could not be sent', async () => {
    const device = await speaking(product, { language: 'jp', width: 'phone', child: 5 });
    const { page, context } = device;
    const posted = () => statesOf(product, device.speaker);
    const chip = page.locator('.page-header-waiting button');
    await speak(page);
    await deskAt(page, 'made').waitFor();
    expect(await chip.count()).toBe(0);
    await context.setOffline(true);
    await page.locator('.record-send').click();
    await page.getByRole('alert').filter({ hasText: 'あとで おくるね' }).waitFor();
    await chip.getByText('1こ まっています').waitFor();
    expect(await flaws(page)).toEqual([]);
    await chip.click();
    await page.getByRole('dialog').getByText(device.speaker.name).waitFor();
    await page.getByRole('dialog').getByText('あとで おくるね').first().waitFor();

    // A device that wakes up somewhere else in the app: what answers is a server that rests.
    await context.route('**/graphql', (route) => route.fulfill({ status: 503, body: '' }));
    await context.setOffline(false);
    await page.goto(new URL('/student/profiles', page.url()).href);
    await chip.waitFor();
    expect(await posted()).toEqual([]);
    await context.unroute('**/graphql');
    await expect.poll(posted, made).toEqual(['pending']);
    await expect.poll(() => chip.count(), made).toBe(0);
    await page.reload();
    await page.locator('.page-header').waitFor();
    expect([await chip.count(), await posted()]).toEqual([0, ['pending']]);
    await context.close();
  });

  it('finds the last recording again after a reload, even one in the middle of speaking, until it is taken away', async () => {
    const { page, complaints, context } = await speaking(product, { before: hearAtEightKilohertz });
    await context.addInitScript(steadyVoice);
    await page.evaluate(steadyVoice);
    await speak(page);
    await deskAt(page, 'made').waitFor();
    await page.reload();
    await page.getByText('Your last recording is still here.').waitFor();
    await page.locator('.record-hear-mine').click();
    await hears(page);

    await page.getByRole('button', { name: 'Record again' }).focus();
    await page.keyboard.press('Enter');
    await countDown(page);
    await focusAtDesk(page);
    await page.keyboard.press('Tab');
    expect(await page.locator('.record-button').evaluate((one) => one === document.activeElement)).toBe(true);
    await expect.poll(async () => (await keptFiles(page)).length).toBe(2);
    await page.reload();
    await page.getByText('Your last recording is still here.').waitFor();
    await expect.poll(async () => (await keptFiles(page)).length).toBe(1);

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await deskAt(page, 'ready').waitFor();
    await focusAtDesk(page);
    expect(await keptFiles(page)).toEqual([]);
    await page.reload();
    await deskAt(page, 'ready').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
