import '#tests/support/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { communityReactions } from '#api/ground/db/schema.ts';
import { holdRequests } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { lessonOfMia } from '#tests/support/lesson-in-jsdom.tsx';
import { makeChild, makePost } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { infoOf } from '#web/student/platform/profiles/stored-profile.ts';

const world = keptWorld();
const { made, visit, profileOf } = lessonOfMia(world);

/** Mia has tapped the heart of a post on her class's wall; the request is on a slow network. */
async function tapHeart() {
  const { db } = world.services;
  const { room } = made();
  const ken = await makeChild(db, { classId: room.id, name: 'Ken' });
  const emi = await makeChild(db, { classId: room.id, name: 'Emi' });
  const post = await makePost(db, { classId: room.id, profileId: emi.id, title: 'A boat' });
  // jsdom plays nothing.
  const pausing = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  onTestFinished(() => pausing.mockRestore());
  const shown = await visit();
  const wall = paths.communityList({ class: room.classHashCode });
  const go = (path: string) => act(() => shown.router.navigate(path));
  await go(wall);
  const heart = () => shown.screen.findByRole('button', { name: /a heart/ });
  const isPressed = async () => (await heart()).getAttribute('aria-pressed');
  const sending = vi.spyOn(studentClient, 'mutate');
  onTestFinished(() => sending.mockRestore());
  const slow = holdRequests('ReactToPost');
  await shown.user.click(await heart());
  await slow.isSent(1);
  const sent = sending.mock.results.at(-1);
  /** Mia's request arrives, and its answer. */
  const answer = () =>
    act(async () => {
      slow.letGo(0);
      await sent?.value;
      // Apollo Client tells the screen what was written in a task of its own.
      await new Promise((resolve) => setTimeout(resolve));
    });
  return { ...shown, ...slow, ken, post, room, wall, go, heart, isPressed, answer };
}

const heartsOf = (profileId: string) =>
  world.services.db.select().from(communityReactions).where(eq(communityReactions.profileId, profileId));

it('the heart of a child whose answer comes late is not the heart of the next child of the device', async () => {
  const { user, ken, room, wall, go, heart, isPressed, isSent, letGo, answer } = await tapHeart();
  const next = await profileOf(ken);
  await go(paths.studentClass(room.classHashCode));
  act(() => {
    profileStore.add(next);
    profileStore.setInfo(infoOf(next));
  });
  await go(wall);
  expect(await isPressed()).toBe('false');
  await answer();
  expect(await isPressed()).toBe('false');
  expect(await heartsOf(made().child.id)).toHaveLength(1);
  await user.click(await heart());
  await isSent(2);
  letGo(1);
  await waitFor(async () => expect(await heartsOf(ken.id)).toHaveLength(1));
});

it('a heart whose answer comes late is shown to its child on the post’s own page', async () => {
  const { screen, post, room, go, isPressed, answer } = await tapHeart();
  await go(paths.communityPreview({ class: room.classHashCode, post: post.id }));
  await screen.findByRole('heading', { name: 'A boat', level: 1 });
  expect(await isPressed()).toBe('false');
  await answer();
  await waitFor(async () => expect(await isPressed()).toBe('true'));
});
