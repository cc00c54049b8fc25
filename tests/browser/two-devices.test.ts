import { expect, it } from 'vitest';
import { childDevice } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';
import { deskAt, speak, speaking } from '#tests/support/speaking.ts';
import { staffDevice } from '#tests/support/staff-device.ts';

const product = startProduct();

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

it('a voice goes from one child by the teacher to another, is liked there, and taken back', async () => {
  const maker = await speaking(product, { width: 'tablet', child: 0 });
  const { class: classCode, name } = maker.speaker;
  const wall = `/student/community/list?class=${classCode}`;
  await speak(maker.page);
  await deskAt(maker.page, 'made').waitFor();
  await maker.page.locator('.record-send').click();
  await deskAt(maker.page, 'sent').waitFor();
  await maker.page.goto(`${product.world.url}${wall}`);
  const mine = maker.page
    .locator('.post')
    .filter({ has: maker.page.locator('.post-flag[data-waiting]') })
    .first();
  await mine.waitFor();

  const { rows } = await product.world.services.pool.query<{ profileId: string; name: string; animal: string }>(
    `select profiles.id as "profileId", name, animal from profiles join class_profiles on profile_id = profiles.id
       join classes on classes.id = class_id
      where class_hash_code = $1 and profiles.id <> $2 order by profiles.id limit 1`,
    [classCode, maker.speaker.profileId],
  );
  const [friend] = rows;
  if (!friend) throw new Error('a class of one');
  const other = await childDevice(product, { ...friend, classId: '', classCode, postId: '' }, wall, { width: 'phone' });
  const theirs = other.page
    .locator('.post')
    .filter({ hasText: name })
    .filter({ has: other.page.locator('.post-voice') });
  await other.page.locator('.post').first().waitFor();
  const before = await theirs.count();

  const teacher = await staffDevice(product, 'Administrator', '/community-queue');
  const waiting = teacher.page.getByRole('article', { name: `Post by ${name}`, exact: true }).last();
  await waiting.getByRole('button', { name: /^Approve/ }).click();

  await expect
    .poll(async () => {
      await other.page.reload();
      await other.page.locator('.post').first().waitFor();
      return theirs.count();
    })
    .toBe(before + 1);
  await theirs.first().locator('.post-voice button').click();
  await other.page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0);
  await theirs.first().getByRole('button', { name: /like/i }).click();
  await expect.poll(async () => (await newest(maker.speaker.profileId))?.likes).toBe(1);

  await maker.page.reload();
  await maker.page.locator('.post').first().locator('[aria-haspopup=dialog]').click();
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Yes, remove it' }).click();
  await expect.poll(async () => (await newest(maker.speaker.profileId))?.deleted).toBe(true);
  await other.page.reload();
  await other.page.locator('.post').first().waitFor();
  expect(await theirs.count()).toBe(before);
  expect([...maker.complaints, ...teacher.complaints, ...other.complaints]).toEqual([]);
  await Promise.all([maker, teacher, other].map(({ context }) => context.close()));
});
