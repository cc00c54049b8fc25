import '#tests/support/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { eq, isNotNull } from 'drizzle-orm';
import i18next from 'i18next';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classes, rosterImports, studentAlbums, userImports } from '#api/ground/db/schema.ts';
import { giveAlbum } from '#tests/support/albums.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { signIn } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { jobInterval } from '#web/staff/platform/apollo/freshness.ts';

const world = keptWorld();
const offline = /Can’t reach the server/;

/** The import's own page, of an import of the demo administrator. */
async function anImport(state: 'done' | 'running') {
  const { userId: createdById } = await signIn(world, 'Administrator');
  const id = newId();
  const counts = state === 'done' ? { processed: 1, created: 0, failed: 1 } : { processed: 0, failed: 0 };
  await world.services.db.insert(userImports).values({
    ...{ id, createdById, requestId: newId(), fileName: 'people.csv', encoding: 'utf-8', delimiter: ',' },
    ...{ state, total: 1, ...counts, finishedAt: state === 'done' ? new Date() : null },
  });
  return `/users/import?id=${id}`;
}

async function aRoster() {
  const { userId: createdById } = await signIn(world, 'Administrator');
  const id = newId();
  await world.services.db.insert(rosterImports).values({
    ...{ id, createdById, requestId: newId(), fileName: 'april.zip', state: 'done', dryRun: false },
    ...{ total: 0, ignoredFiles: [], courses: [], finishedAt: new Date() },
  });
  return `/users/roster?id=${id}`;
}

async function anAlbum(state: 'done' | 'running' = 'done') {
  const { db } = world.services;
  const { userId: madeById } = await signIn(world, 'Administrator');
  const { id: textbookId } = await makeTextBook(db);
  const [ofSchool] = await db.select().from(classes).where(isNotNull(classes.schoolId)).limit(1);
  const { schoolId = null, schoolAdministratorId = null } = ofSchool ?? {};
  const { id: classId } = await makeClass(db, { textbookId, schoolId, schoolAdministratorId });
  const { id: profileId } = await makeChild(db, { classId });
  const { id } = await giveAlbum(world.services, { classId, profileId, madeById });
  await db.update(studentAlbums).set({ state }).where(eq(studentAlbums.id, id));
  return `/classes/${classId}/students/${profileId}`;
}

function loseNetwork() {
  const lost = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
  onTestFinished(() => lost.mockRestore());
  return lost;
}

describe('says why, when the network is gone:', () => {
  test.each([
    ['the results of an import of users', () => anImport('done'), 'Download result file'],
    ['the results of an import of a roster', aRoster, 'Download results'],
    ['an album', anAlbum, 'Save PDF'],
  ])('%s cannot be downloaded', async (_, make, button) => {
    const { screen, user } = await renderRoute({ world, path: await make(), role: 'Administrator' });
    const download = await screen.findByRole('button', { name: button });
    loseNetwork();
    await user.click(download);
    const problem = await screen.findByText(offline);
    expect(problem.closest('[role="alert"]')).not.toBeNull();
    screen.getByRole('button', { name: button });
  });

  test.each([
    ['an import', () => anImport('running'), /people\.csv/],
    ['an album', () => anAlbum('running'), 'Take-home album'],
  ])('%s that is being made does not move, until the network is back', async (_, make, name) => {
    const { screen } = await renderRoute({ world, path: await make(), role: 'Administrator' });
    await screen.findByRole('progressbar', { name });
    const lost = loseNetwork();
    const problem = await screen.findByText(offline);
    const asked = lost.mock.calls.length;
    await waitFor(() => expect(lost.mock.calls.length).toBeGreaterThan(asked + 1));
    // A notice that is removed at each request is read out every second.
    expect(problem.isConnected).toBe(true);
    expect(problem.closest('[role="alert"]')).not.toBeNull();
    screen.getByRole('progressbar', { name });
    screen.getByRole('button', { name: 'Try again' });
    lost.mockRestore();
    await waitFor(() => expect(screen.queryByText(offline)).toBeNull());
  });
});

/** Changes the language of a job's screen and waits for the job's answer in that language. */
async function changeLanguage() {
  const requests = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => requests.mockRestore());
  await act(() => i18next.changeLanguage('jp'));
  await waitFor(() => {
    const asked = requests.mock.calls.findIndex((call) => JSON.stringify(call).includes('JP'));
    expect(requests.mock.settledResults[asked]?.type).toBe('fulfilled');
  });
}

describe('after a change of language', () => {
  test.each([
    ['users', () => anImport('done'), 'Download result file'],
    ['a roster', aRoster, 'Download results'],
  ])('a finished import of %s is not asked for again and again', async (_, make, button) => {
    const { screen } = await renderRoute({ world, path: await make(), role: 'Administrator' });
    await screen.findByRole('button', { name: button });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    await changeLanguage();
    expect(timers.mock.calls.filter(([, delay]) => delay === jobInterval)).toEqual([]);
  });

  test('an import that runs is still asked for', async () => {
    const path = await anImport('running');
    const { screen } = await renderRoute({ world, path, role: 'Administrator' });
    await screen.findByRole('progressbar');
    await changeLanguage();
    screen.getByRole('progressbar');
    const done = { state: 'done', processed: 1, failed: 1, finishedAt: new Date() } as const;
    await world.services.db
      .update(userImports)
      .set(done)
      .where(eq(userImports.id, path.split('=')[1] ?? ''));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    screen.getByRole('heading', { name: /people\.csv/ });
  });
});
