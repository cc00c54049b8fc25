import '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { communityPosts, communityReplies } from '#api/ground/db/schema.ts';
import { takeForms } from '#tests/support/form-requests.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { stubMicrophone } from '#tests/support/microphone.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makeContent, makeLesson, makePost, makeTextBook } from '#tests/support/teaching.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';

const world = keptWorld();
const isReplyTo = eq(communityReplies.postId, communityPosts.id);

/** A class with a recording of Hina’s that waits for approval. */
async function aRecording() {
  const { db } = world.services;
  const { id: textbookId } = await makeTextBook(db);
  const { id: classId } = await makeClass(db, { textbookId });
  const child = await makeChild(db, { classId, name: 'Hina' });
  await makePost(db, { classId, profileId: child.id, state: 'pending' });
  return { wall: `/classes/${classId}/community?state=PENDING` };
}

/** Records a voice as a reply to Hina’s post in this article of the page. */
async function recordReply(path: string, article = /Hina/) {
  stubMicrophone();
  const network = takeForms();
  const shown = await renderRoute({ world, path, role: 'Administrator' });
  const { screen, user } = shown;
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const answered = within(await screen.findByRole('article', { name: article }));
  await user.click(await answered.findByRole('button', { name: 'Reply: post by Hina' }));
  await press('Record a voice reply');
  await press('Start recording');
  await press('Stop');
  await screen.findByRole('button', { name: 'Use this recording' });
  return { ...shown, press, network };
}

test.each([
  ['Approve', 'Hina’s post is on the wall.'],
  ['Hide', 'Hina’s post is hidden.'],
])('%s leaves a post on the queue until the recorded reply is sent', async (decision, done) => {
  const { wall } = await aRecording();
  const { screen, user, press, network } = await recordReply(wall);
  await press(`${decision}: post by Hina`);
  await screen.findByText(done);
  // The list was fetched again without the post.
  await screen.findByText('0 posts');
  network.isOn = false;
  await press('Use this recording');
  const problem = (await screen.findByText(/^Can’t reach the server/)).closest('div') ?? document.body;
  network.isOn = true;
  await user.click(within(problem).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Post by Hina' })).toBeNull());
});

test('a reply goes to the recording that it was recorded for, though the child has made a newer one', async () => {
  const { db } = world.services;
  const { id: textbookId } = await makeTextBook(db);
  const { id: lessonId } = await makeLesson(db, { textbookId, position: 0 });
  const { id: contentId } = await makeContent(db, { lessonId, position: 3 });
  const { id: classId } = await makeClass(db, { textbookId });
  const { id: profileId } = await makeChild(db, { classId, name: 'Hina' });
  const record = (day: string) =>
    makePost(db, { ...{ classId, profileId, contentId, kind: 'record' }, createdAt: new Date(day) });
  await record('2026-04-02T03:00:00Z');
  const answered = await record('2026-05-07T03:00:00Z');
  const { press, screen } = await recordReply(`/classes/${classId}/students/${profileId}`, /^Latest/);
  await record('2026-06-11T03:00:00Z');
  await act(() => staffClient.refetchQueries({ include: 'active' }));
  await within(screen.getByRole('region', { name: 'Recordings by page' })).findByText('3 recordings');
  await press('Use this recording');
  await waitFor(async () => {
    const replies = await db.select().from(communityReplies).innerJoin(communityPosts, isReplyTo);
    const ofChild = replies.filter(({ community_posts: post }) => post.profileId === profileId);
    expect(ofChild.map(({ community_posts: post }) => post.id)).toEqual([answered.id]);
  });
});

test('leaving the wall with a recorded reply asks first', async () => {
  const { wall } = await aRecording();
  const { screen, user, router } = await recordReply(wall);
  await act(() => router.navigate('/users'));
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
  await user.click(question.getByRole('button', { name: 'Stay on this page' }));
  expect(router.state.location.pathname).toMatch(/community$/);
  expect(screen.getByRole('button', { name: 'Use this recording' })).toBeDefined();
});
