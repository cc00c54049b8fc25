import '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { holdAnswers } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';

const world = keptWorld();
afterEach(() => vi.unstubAllGlobals());

test('who leaves a form while it saves has left, and what they left for stays', async () => {
  const { rows } = await world.services.pool.query<{ id: string }>(
    'select id from classes where deleted_at is null and status = 0 limit 1',
  );
  const id = rows[0]?.id ?? '';
  const { screen, user, router } = await renderRoute({ world, path: `/classes/${id}?edit`, role: 'Administrator' });
  await user.type(await screen.findByLabelText(/^Class name/), ' left');
  const { answers, letThrough } = holdAnswers();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(() => router.navigate('/account'));
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
  letThrough();
  const isStored = async () =>
    (await world.services.pool.query(`select 1 from classes where id = $1 and class_name like '% left'`, [id]))
      .rowCount;
  await expect.poll(isStored).toBe(1);
  await screen.findByText('Changes saved.');
  expect(router.state.location.pathname).toBe('/account');
});
