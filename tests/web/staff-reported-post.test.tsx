import '#tests/support/dom.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classProfiles, communityPostReports, profiles } from '#api/ground/db/schema.ts';
import { holdRequests } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makePost, makePostReport, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();

/** A class with one post of Mio's, on the screen of its community. */
async function aPost() {
  const { db } = world.services;
  const { id: textbookId } = await makeTextBook(db);
  const { id: classId } = await makeClass(db, { textbookId });
  const profileId = newId();
  await db.insert(profiles).values({ id: profileId, name: 'Mio', animal: 'owl' });
  await db.insert(classProfiles).values({ classId, profileId });
  const { id: postId } = await makePost(db, { classId, profileId });
  const rendered = async () => renderRoute({ world, path: `/classes/${classId}/community`, role: 'Administrator' });
  return { postId, profileId, rendered };
}

test('the undo of a hiding brings the post back with its reports', async () => {
  const { postId, profileId, rendered } = await aPost();
  await world.services.db
    .insert(communityPostReports)
    .values({ id: newId(), postId, profileId, reason: 'My name is on it.' });
  const { screen, user } = await rendered();
  await screen.findByText('My name is on it.');
  await user.click(screen.getByRole('button', { name: 'Hide: post by Mio' }));
  const toast = (await screen.findByText('Mio’s post is hidden.')).closest<HTMLElement>('.toast');
  if (!toast) throw new Error('the text stands in no toast');
  expect(screen.queryByText('My name is on it.')).toBeNull();
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone.');
  await screen.findByText('My name is on it.');
  expect(screen.getByRole('button', { name: 'Hide: post by Mio' })).toBeDefined();
});

test('a report that came after the post was shown is not closed unseen', async () => {
  const { postId, profileId, rendered } = await aPost();
  const { db } = world.services;
  await makePostReport(db, { postId, profileId, reason: 'My name is on it.' });
  const { screen, user } = await rendered();
  await screen.findByText('My name is on it.');
  await makePostReport(db, { postId, reason: 'It is mean.' });
  const keep = async () => user.click(screen.getByRole('button', { name: 'Keep post: post by Mio' }));
  await keep();
  await screen.findByText('It is mean.');
  expect(screen.queryByText('My name is on it.')).toBeNull();
  await screen.findByText(/A new report came in/);
  await keep();
  await screen.findByText('Reports resolved. The post stays.');
  expect(screen.queryByText('It is mean.')).toBeNull();
});

test.each([
  ['Hide: post by Mio', 'SetCommunityPostState', 'Mio’s post is hidden.'],
  ['Delete: post by Mio', 'DeleteCommunityPost', 'Mio’s post was deleted.'],
])('%s, pressed again before the answer, is sent once, and again after a failure', async (name, operation, done) => {
  const { rendered } = await aPost();
  const { screen, user } = await rendered();
  const { held, isSent, letGo, drop } = holdRequests(operation);
  const press = async () => user.dblClick(await screen.findByRole('button', { name }));
  await press();
  await isSent(1);
  drop(0);
  await screen.findByText(/^Can’t reach the server/);
  await press();
  await isSent(2);
  letGo(1);
  await screen.findByText(done);
  expect(held).toHaveLength(2);
  expect(document.querySelectorAll('.toast-error')).toHaveLength(1);
});
