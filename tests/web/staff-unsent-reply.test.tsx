import '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { takeForms } from '#tests/support/form-requests.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { stubMicrophone } from '#tests/support/microphone.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makePost, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();

/** A class with a recording of Hina’s that waits for approval. */
async function aRecording() {
  const { db } = world.services;
  const { id: textbookId } = await makeTextBook(db);
  const { id: classId } = await makeClass(db, { textbookId });
  const child = await makeChild(db, { classId, name: 'Hina' });
  await makePost(db, { classId, profileId: child.id, state: 'pending' });
  return { wall: `/classes/${classId}/community?state=PENDING` };
}

/** Records a voice as a reply to Hina’s post. */
async function recordReply(path: string) {
  stubMicrophone();
  const network = takeForms();
  const shown = await renderRoute({ world, path, role: 'Administrator' });
  const { screen, user } = shown;
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  await press('Reply: post by Hina');
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

test('leaving the wall with a recorded reply asks first', async () => {
  const { wall } = await aRecording();
  const { screen, user, router } = await recordReply(wall);
  await act(() => router.navigate('/users'));
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
  await user.click(question.getByRole('button', { name: 'Stay on this page' }));
  expect(router.state.location.pathname).toMatch(/community$/);
  expect(screen.getByRole('button', { name: 'Use this recording' })).toBeDefined();
});
