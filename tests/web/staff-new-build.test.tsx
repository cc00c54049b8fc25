import '#tests/support/dom.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeTextBook } from '#tests/support/teaching.ts';
import { reloadOnce } from '#web/shared/reload-once.ts';
import { persisted } from '#web/staff/persisted.generated.ts';

const world = keptWorld();
const known = { ...persisted };
afterEach(() => {
  Object.assign(persisted, known);
  vi.unstubAllEnvs();
});

test('who stays on a page that a new build would reload has a form that can be saved', async () => {
  const { id, name } = await makeTextBook(world.services.db);
  const stored = async () =>
    (await world.services.pool.query<{ description: string }>('select description from textbooks where id = $1', [id]))
      .rows[0]?.description;
  const { screen, user } = await renderRoute({ world, path: `/text-books/${id}?edit`, role: 'Administrator' });
  await screen.findByDisplayValue(name);
  await user.type(await screen.findByLabelText(/^Description/), 'mine');

  // A part of the old build is gone, so the page asks for a reload, as web/shared/start.tsx does.
  expect(reloadOnce(() => undefined, 0)).toBe(true);
  // The gateway of the new build does not know what the old page sends.
  vi.stubEnv('DEV', false);
  Object.assign(persisted, { UpdateTextBook: '0'.repeat(32) });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Saving…' });

  // The form has unsaved work, so the browser asks; somebody answers by staying.
  const question = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(question);
  expect(question.defaultPrevented).toBe(true);
  await screen.findByRole('button', { name: 'Save' });
  expect(document.querySelector('.form-problem')?.textContent).toMatch(/updated/);
  expect(await stored()).not.toMatch(/mine$/);

  Object.assign(persisted, known);
  vi.unstubAllEnvs();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(stored).toMatch(/mine$/);
});
