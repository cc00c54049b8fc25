import { expect, it } from 'vitest';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { graphql, signIn } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { flaws } from '#tests/support/staff-device.ts';

const product = startProduct();

/** The community link that staff see, of the demo class with a voice that waits for the teacher. */
async function communityLink(classId: string): Promise<string> {
  const { accessToken } = await signIn(product.world, 'Teacher');
  const { data } = await graphql<{ class: { communityLink: string } }>(
    product.world,
    'query Link($id: ID!) { class(id: $id) { communityLink } }',
    { id: classId },
    { authorization: `Bearer ${accessToken}` },
  );
  return data?.class.communityLink ?? '';
}

interface Waiting {
  readonly classId: string;
  readonly profileId: string;
  readonly name: string;
  readonly animal: string;
}

async function waitingVoice(): Promise<Waiting> {
  const { rows } = await product.world.services.pool.query<Waiting>(
    `select class_id as "classId", profile_id as "profileId", name, animal
       from community_posts join profiles on profiles.id = profile_id
      where state = 'pending' and kind = 'record' order by community_posts.id limit 1`,
  );
  const [found] = rows;
  if (!found) throw new Error('no voice waits in the demo school');
  return found;
}

it('opens the wall by the community link, for a visitor and for the child whose voice waits', async () => {
  const { classId, profileId, name, animal } = await waitingVoice();
  const link = await communityLink(classId);
  const { page, complaints, context } = await product.browser.device({ width: 'phone', language: 'jp' });
  await page.goto(link);
  await page.locator('.post').first().waitFor();
  expect(page.url()).toBe(link);
  expect(await page.locator('.post-flag').count()).toBe(0);
  expect(await page.locator('.post-voice').first().locator('> svg').count(), 'whose voice it is').toBe(1);
  await page.locator('.post-voice button').first().click();
  await page.waitForFunction(() => {
    const audio = document.querySelector('audio');
    return audio !== null && audio.currentTime > 0.1 && audio.error === null;
  });

  const token = await signStudentToken(product.world.services.secrets, profileId);
  const profile = { id: profileId, name, animal, token, classIds: [], place: null };
  await page.evaluate((stored) => localStorage.setItem('profiles', stored), JSON.stringify([profile]));
  const classPath = `/student/class/${new URL(link).searchParams.get('class')}`;
  await page.goto(new URL(classPath, product.world.url).href);
  await page.locator('.profile-tile').filter({ hasText: name }).click();
  await page.locator('.class-links a').first().click();
  await page.waitForURL(link);
  const first = page.locator('.post').first();
  await first.locator('.post-flag[data-waiting]').waitFor();
  await expect.poll(() => first.locator('.post-child').innerText()).toBe(name);
  expect(await first.locator('.post-counts').count()).toBe(0);
  expect(await flaws(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
