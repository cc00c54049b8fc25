import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { demoPassword, signIn } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';

const world = keptWorld();

const sessionsOf = async (screen: Awaited<ReturnType<typeof renderRoute>>['screen']) => {
  const panel = (await screen.findByRole('heading', { name: 'Where you’re signed in' })).closest('section');
  if (!panel) throw new Error('there is no panel of sessions');
  return within(panel);
};

test('a teacher sees where they are signed in, and ends the other sessions', async () => {
  await signIn(world, 'Teacher');
  await signIn(world, 'Teacher');
  const { screen, user } = await renderRoute({ world, path: '/account', role: 'Teacher' });
  const sessions = await sessionsOf(screen);
  await waitFor(() => expect(sessions.getAllByRole('listitem').length).toBeGreaterThanOrEqual(3));
  const all = sessions.getAllByRole('listitem').length;
  expect(sessions.getAllByText('This device, now')).toHaveLength(1);
  const [oneOfThem] = sessions.getAllByRole('button', { name: /^End session: / });
  if (!oneOfThem) throw new Error('no session can be ended');
  await user.click(oneOfThem);
  await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(all - 1));
  await user.click(sessions.getByRole('button', { name: 'End all other sessions' }));
  await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1));
  expect(sessions.queryByRole('button')).toBeNull();
});

test('a new password needs the one until now, and ends the other sessions', async () => {
  await signIn(world, 'SchoolOwner');
  const { screen, user } = await renderRoute({ world, path: '/account', role: 'SchoolOwner' });
  const sessions = await sessionsOf(screen);
  await waitFor(() => expect(sessions.getAllByRole('listitem').length).toBeGreaterThanOrEqual(2));
  const type = async (current: string) => {
    const field = screen.getByLabelText(/^Current password/);
    await user.clear(field);
    await user.type(field, current);
  };
  await user.type(screen.getByLabelText(/^New password/), 'purple walnut bicycle');
  await user.type(screen.getByLabelText(/^Confirm password/), 'purple walnut bicycle');
  await type('not my password');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(screen.getByLabelText(/^Current password/).getAttribute('aria-invalid')).toBe('true'));
  await type(demoPassword);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByText('Password changed. Other sessions have ended.');
  await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Current password/).value).toBe(''));
});

test('one’s own name and mail language are changed, and the name above the page with it', async () => {
  const { screen, user } = await renderRoute({ world, path: '/account', role: 'Teacher' });
  const last = await screen.findByLabelText(/^Last name/);
  await user.clear(last);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(last.getAttribute('aria-invalid')).toBe('true'));
  await user.type(last, 'Takahashi');
  await user.selectOptions(screen.getByLabelText('Language of emails'), 'Japanese');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Changes saved.');
  await waitFor(() => expect(screen.getAllByText(/Takahashi/).length).toBeGreaterThan(0));
  const { rows } = await world.services.pool.query("select language from users where last_name = 'Takahashi'");
  expect(rows).toEqual([{ language: 'jp' }]);
});
