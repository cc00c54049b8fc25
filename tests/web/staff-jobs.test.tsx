import '#tests/support/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import i18next from 'i18next';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { rosterImports, userImports } from '#api/ground/db/schema.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { signIn } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { jobInterval } from '#web/staff/platform/apollo/freshness.ts';

const world = keptWorld();

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
