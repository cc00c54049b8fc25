import '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { staffName } from '#schema/staff-name.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { newId } from '#api/ground/db/ids.ts';
import { demoEmail, demoPassword, signIn } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { staffClient } from '#web/staff/platform/apollo/client.ts';

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

async function pathOfAdministrator(): Promise<string> {
  const { rows } = await world.services.pool.query<{ id: string }>('select id from users where email = $1', [
    demoEmail.Administrator,
  ]);
  return `/users/${rows[0]?.id ?? ''}`;
}

test('the name above the page follows when users change their own name in the list of users', async () => {
  const path = await pathOfAdministrator();
  // A name of its own for each try.
  const name = `Wakana ${newId().slice(-6)}`;
  const { screen, user } = await renderRoute({ world, path, role: 'Administrator' });
  const first = await screen.findByLabelText(/^First name/);
  await user.clear(first);
  await user.type(first, name);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(document.querySelector('.account-name')?.textContent).toContain(name));
});

test('a form’s draft on the device has no password', async () => {
  const path = await pathOfAdministrator();
  const { screen, user } = await renderRoute({ world, path, role: 'Administrator' });
  const email = await screen.findByLabelText(/^Email/);
  await user.clear(email);
  await user.type(email, 'another@school.test');
  await user.type(await screen.findByLabelText(/password/i, { selector: 'input' }), demoPassword);
  const kept = JSON.stringify({ ...window.sessionStorage });
  expect(kept).toContain('another@school.test');
  expect(kept).not.toContain(demoPassword);
});

describe('an account that an administrator changes meanwhile', () => {
  /** The administrator corrects the first name. */
  const correct = (firstName: string) =>
    world.services.pool.query(
      `update users set first_name = $1, version = users.version + 1, updated_at = now(), updated_by_id = admin.id
         from users as admin where users.email = $2 and admin.email = $3`,
      [firstName, demoEmail.Teacher, demoEmail.Administrator],
    );

  async function open() {
    const shown = await renderRoute({ world, path: '/account', role: 'Teacher' });
    const { screen, user } = shown;
    const first = await screen.findByLabelText<HTMLInputElement>(/^First name/);
    const last = screen.getByLabelText<HTMLInputElement>(/^Last name/);
    const typeLast = async (name: string) => {
      await user.clear(last);
      await user.type(last, name);
    };
    const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
    return { ...shown, first, last, typeLast, save };
  }

  const storedName = async () => {
    const { rows } = await world.services.pool.query<{ first_name: string; last_name: string }>(
      'select first_name, last_name from users where email = $1',
      [demoEmail.Teacher],
    );
    return rows[0];
  };

  test('keeps what was typed, says who changed it and when, and saves it after a look at the change', async () => {
    const { screen, user, first, last, typeLast, save } = await open();
    await typeLast('Typed');
    await correct('Corrected');
    await save();
    const administrator = staffName(await signIn(world, 'Administrator'));
    const notice = await screen.findByText(new RegExp(`^${administrator} changed this on \\d+ \\w+ 20\\d\\d`));
    expect(last.isConnected).toBe(true);
    expect(last.value).toBe('Typed');
    expect(screen.queryByText('Changes saved.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Load the new version' }));
    await waitFor(() => expect(first.value).toBe('Corrected'));
    await typeLast('Typed');
    await save();
    await screen.findByText('Changes saved.');
    expect(await storedName()).toEqual({ first_name: 'Corrected', last_name: 'Typed' });
    await waitFor(() => expect(notice.isConnected).toBe(false));
  });

  test('keeps what was typed when the page asks again by itself', async () => {
    const { screen, first, last, typeLast, save } = await open();
    await typeLast('Kept');
    await correct('Again');
    await act(() => staffClient.refetchQueries({ include: 'active' }));
    expect(last.isConnected).toBe(true);
    expect(last.value).toBe('Kept');
    await save();
    await screen.findByRole('button', { name: 'Load the new version' });
    expect(await storedName()).toMatchObject({ first_name: 'Again' });
    expect(first.value).not.toBe('Again');
  });

  test('shows the newer name where nothing was typed', async () => {
    const { first } = await open();
    await correct('Fresh');
    await act(() => staffClient.refetchQueries({ include: 'active' }));
    await waitFor(() => expect(first.value).toBe('Fresh'));
  });
});
