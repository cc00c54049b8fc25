import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addStaff } from '#tests/api/school.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { codeOf, giveSecondFactor, wrongCodeFor } from '#tests/support/second-factor.ts';

const world = keptWorld();

async function shown(screen: Awaited<ReturnType<typeof renderRoute>>['screen'], heading: string) {
  const panel = (await screen.findByRole('heading', { name: heading })).closest('section');
  if (!panel) throw new Error(`there is no section ${heading}`);
  return within(panel);
}

test('a teacher turns the second step on, signs in with it, and turns it off with a recovery code', async () => {
  const { screen, user } = await renderRoute({ world, path: '/account', role: 'Teacher' });
  const panel = await shown(screen, 'Second step at sign-in');
  await user.click(await panel.findByRole('button', { name: 'Turn on' }));
  const password = panel.getByLabelText(/^Current password/);
  expect(document.activeElement).toBe(password);
  await user.type(password, `${demoPassword}{Enter}`);

  await panel.findByRole('img', { name: 'QR code for your authenticator app' });
  const secret = (panel.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent ?? '').replaceAll(' ', '');
  const code = panel.getByLabelText(/^Code from your app/);
  expect(document.activeElement).toBe(code);
  expect(code.getAttribute('inputmode')).toBe('numeric');
  expect(code.getAttribute('autocomplete')).toBe('one-time-code');
  await user.type(code, `${wrongCodeFor(secret)}{Enter}`);
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'));
  await user.clear(code);
  await user.type(code, `${codeOf(secret)}{Enter}`);

  const list = await panel.findByRole('list', { name: 'Recovery codes' });
  const codes = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');
  expect(codes).toHaveLength(10);
  await user.click(panel.getByRole('button', { name: 'I’ve saved them' }));
  await panel.findByText('10 recovery codes left');
  expect(document.body.textContent).not.toContain(codes[0]);

  const login = await renderRoute({ world, path: '/login' });
  await login.user.type(await login.screen.findByLabelText(/^Email or username/), demoEmail.Teacher);
  await login.user.type(login.screen.getByLabelText(/^Password/), `${demoPassword}{Enter}`);
  const field = await login.screen.findByLabelText(/^Code from your app/);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(window.localStorage.getItem('loginInfo')).toBeNull();
  await login.user.type(field, `${codeOf(secret, 1)}{Enter}`);
  await waitFor(() => expect(login.router.state.location.pathname).toBe('/classes'));

  await login.router.navigate('/account');
  const again = await shown(login.screen, 'Second step at sign-in');
  await login.user.click(await again.findByRole('button', { name: 'Turn off' }));
  await login.user.type(again.getByLabelText(/^Current password/), demoPassword);
  await login.user.click(again.getByRole('button', { name: 'Use a recovery code' }));
  await login.user.type(again.getByLabelText(/^Recovery code/), `${(codes[0] ?? '').toLowerCase()}{Enter}`);
  await again.findByRole('button', { name: 'Turn on' });
});

test('a challenge that is over is said, and the way back leads to the password', async () => {
  const { screen, user } = await renderRoute({ world, path: '/login', language: 'jp' });
  await giveSecondFactor(world.services, await idOf(demoEmail.SchoolOwner));
  await user.type(await screen.findByLabelText(/^メールアドレスまたはユーザー名/), demoEmail.SchoolOwner);
  await user.type(screen.getByLabelText(/^パスワード/, { selector: 'input' }), `${demoPassword}{Enter}`);
  const field = await screen.findByLabelText(/^アプリのコード/);
  await world.services.pool.query('delete from second_factors');
  await user.type(field, '123456{Enter}');
  expect((await screen.findAllByText('時間が過ぎました。もう一度サインインしてください。')).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: '戻る' }));
  await screen.findByLabelText(/^パスワード/, { selector: 'input' });
});

async function idOf(email: string): Promise<string> {
  const { rows } = await world.services.pool.query<{ id: string }>('select id from users where email = $1', [email]);
  return rows[0]?.id ?? '';
}

test('an administrator turns it off for somebody who lost their phone', async () => {
  const { id } = await addStaff(world, { role: 'Teacher', firstName: 'Mio', lastName: 'Hara' });
  await giveSecondFactor(world.services, id);
  const { screen, user } = await renderRoute({ world, path: `/users/${id}`, role: 'Administrator' });
  await user.click(await screen.findByRole('button', { name: 'Turn off second step' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off Mio Hara’s second step?' }));
  await user.type(dialog.getByLabelText(/^Your own password/), `${demoPassword}{Enter}`);
  await screen.findByText('Second step of Mio Hara turned off.');
  await waitFor(() => expect(screen.queryByText('Second step at sign-in')).toBeNull());
});

test('a school owner is not offered that', async () => {
  const owner = await idOf(demoEmail.SchoolOwner);
  const { id } = await addStaff(world, { role: 'Teacher', invitedById: owner });
  await giveSecondFactor(world.services, id);
  const { screen } = await renderRoute({ world, path: `/users/${id}`, role: 'SchoolOwner' });
  await screen.findByText('Second step at sign-in');
  expect(screen.queryByRole('button', { name: 'Turn off second step' })).toBeNull();
});
