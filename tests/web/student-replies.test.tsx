import { forgetDevice } from '#tests/support/dom.ts';
import { waitFor } from '@testing-library/react';
import { and, eq, isNull } from 'drizzle-orm';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { communityReplies, profiles } from '#api/ground/db/schema.ts';
import { addProfile, showDialogs, visitAs } from '#tests/support/child-in-jsdom.tsx';
import { noteOperations } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { makeClass, makeLesson, makePost, makeTextBook } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';

const world = keptWorld();
beforeEach(forgetDevice);

it('a child finds its teacher’s answer on arrival and at its work, once new; no other child of the tablet does', async () => {
  showDialogs();
  const { db } = world.services;
  const book = await makeTextBook(db);
  await makeLesson(db, { textbookId: book.id, position: 0 });
  const room = await makeClass(db, { textbookId: book.id, className: 'Answers' });
  const home = paths.studentClass(room.classHashCode);
  const { screen, user, router } = await visitAs(world, 'Hina', home);
  await screen.findByRole('heading', { name: 'Answers' });
  const [child] = await db.select().from(profiles).where(eq(profiles.name, 'Hina'));
  const post = await makePost(db, { classId: room.id, profileId: child?.id ?? '', kind: 'record' });
  await db.insert(communityReplies).values({ id: newId(), postId: post.id, kind: 'stamp', stamp: 'hanamaru' });
  const isNew = () =>
    db.$count(communityReplies, and(eq(communityReplies.postId, post.id), isNull(communityReplies.seenAt)));

  // Another child of the same tablet.
  await router.navigate(paths.profiles({ class: room.classHashCode }));
  await addProfile({ screen, user, router }, 'Sora');
  await screen.findByRole('heading', { name: 'Answers' });
  await router.navigate(paths.communityList({ class: room.classHashCode }));
  await screen.findByRole('heading', { name: 'Our wall' });
  expect(screen.queryByText('Hanamaru!')).toBeNull();
  await router.navigate(home);
  await screen.findByRole('heading', { name: 'Answers' });
  expect(screen.queryByText('Your teacher answered!')).toBeNull();

  await router.navigate(paths.profiles({ class: room.classHashCode }));
  await user.click(await screen.findByRole('button', { name: /Hina/ }));
  await screen.findByText('Your teacher answered!');
  expect(await isNew()).toBe(1);
  await user.click(screen.getByRole('link', { name: 'See your recording' }));
  await screen.findByText('Hanamaru!');
  await waitFor(async () => expect(await isNew()).toBe(0));
  await router.navigate(home);
  await screen.findByRole('heading', { name: 'Answers' });
  expect(screen.queryByText('Your teacher answered!')).toBeNull();
});

it('an answer that came after the wall was loaded stays new, as the child has not been shown it', async () => {
  showDialogs();
  const { db } = world.services;
  const book = await makeTextBook(db);
  await makeLesson(db, { textbookId: book.id, position: 0 });
  const room = await makeClass(db, { textbookId: book.id, className: 'Late answers' });
  const { screen, user, router } = await visitAs(world, 'Yuna', paths.studentClass(room.classHashCode));
  await screen.findByRole('heading', { name: 'Late answers' });
  const [child] = await db.select().from(profiles).where(eq(profiles.name, 'Yuna'));
  const aPost = (title: string) => makePost(db, { classId: room.id, profileId: child?.id ?? '', kind: 'image', title });
  const [answered, opened] = [await aPost('Answered'), await aPost('Opened')];
  const answer = (stamp: 'star' | 'smile') =>
    db.insert(communityReplies).values({ id: newId(), postId: answered.id, kind: 'stamp', stamp });
  const isReply = eq(communityReplies.postId, answered.id);
  await answer('star');
  await router.navigate(paths.communityPreview({ class: room.classHashCode, post: opened.id }));
  await screen.findByRole('heading', { name: 'Opened' });

  await db.delete(communityReplies).where(isReply);
  await answer('smile');
  const asked = noteOperations();
  onTestFinished(() => void vi.unstubAllGlobals());
  await user.click(screen.getByRole('link', { name: 'Next one' }));
  await screen.findByRole('heading', { name: 'Answered' });
  await waitFor(() => expect(asked).toContain('MarkRepliesSeen'));
  await router.navigate(paths.studentClass(room.classHashCode));
  await screen.findByText('Your teacher answered!');
  expect(await db.$count(communityReplies, and(isReply, isNull(communityReplies.seenAt)))).toBe(1);
});
