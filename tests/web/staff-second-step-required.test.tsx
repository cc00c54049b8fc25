import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { secondFactors, users } from '#api/ground/db/schema.ts';
import { mailedLink } from '#tests/support/outbox.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { codeOf } from '#tests/support/second-factor.ts';
import { ownWorld } from '#tests/support/world.ts';
import { session } from '#web/staff/platform/apollo/staff-session.ts';
import { loginInfo } from '#web/staff/platform/session/login-info.ts';

const world = ownWorld({ api: { secondStep: { roles: ['Teacher'], from: '2999-04-01' } } });

test('before the day every screen says from when, and leads to the account', async () => {
  const { screen, user, router } = await renderRoute({ world, path: '/classes', role: 'Teacher', language: 'jp' });
  await screen.findByText('2999年4月1日から、この役割では2段階認証が必要になります。');
  await user.click(screen.getByRole('link', { name: '今すぐ設定する' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
  await screen.findByRole('button', { name: 'オンにする' });
  expect(screen.queryByRole('link', { name: '今すぐ設定する' })).toBeNull();
});

test('who need none are told nothing', async () => {
  const { screen } = await renderRoute({ world, path: '/classes', role: 'SchoolOwner' });
  await screen.findByRole('heading', { name: 'Classes' });
  expect(screen.queryByText(/your role needs a second step/)).toBeNull();
});

test('the set-up mails a link for a first password to somebody who came by the school’s provider', async () => {
  const { screen, user, router } = await renderRoute({ world, path: '/account', role: 'Teacher' });
  await screen.findByText('From 1 Apr 2999, your role needs a second step at sign-in.');
  const { db, settings } = world.services;
  const [{ passwordHash } = { passwordHash: null }] = await db
    .select()
    .from(users)
    .where(eq(users.email, demoEmail.Teacher));
  await db.update(users).set({ passwordHash: null }).where(eq(users.email, demoEmail.Teacher));
  settings.secondStep = { roles: ['Teacher'], from: null };
  onTestFinished(async () => {
    settings.secondStep = { roles: ['Teacher'], from: '2999-04-01' };
    await db.update(users).set({ passwordHash }).where(eq(users.email, demoEmail.Teacher));
  });
  await router.navigate('/classes');
  await screen.findByRole('heading', { name: 'Set up your second step' });

  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await user.type(screen.getByLabelText(/^Current password/), 'any{Enter}');
  await screen.findByText(/^You don’t have a password yet/);
  await user.click(screen.getByRole('button', { name: 'Email me the link' }));
  await screen.findByText(`Link sent to ${demoEmail.Teacher}. Set your password with it, then sign in again.`);
  await mailedLink(world, demoEmail.Teacher);
});

test('from the day on the set-up stands in place of every screen, until it is done', async () => {
  const { db, settings } = world.services;
  onTestFinished(async () => {
    settings.secondStep = { roles: ['Teacher'], from: '2999-04-01' };
    await db.delete(secondFactors);
  });
  // The session began before: the first refusal shows the set-up.
  const { screen, user, router } = await renderRoute({ world, path: '/account', role: 'Teacher' });
  await screen.findByText('From 1 Apr 2999, your role needs a second step at sign-in.');
  settings.secondStep = { roles: ['Teacher'], from: null };
  await router.navigate('/classes');
  await screen.findByRole('heading', { name: 'Set up your second step' });
  expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Expand navigation' })).toBeNull();
  expect(screen.queryByText('Your role needs a second step at sign-in. Set it up first.')).toBeNull();

  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await user.type(screen.getByLabelText(/^Current password/), `${demoPassword}{Enter}`);
  const secret = ((await screen.findByText(/^([A-Z2-7]{4} ?){8}$/)).textContent ?? '').replaceAll(' ', '');
  await user.type(screen.getByLabelText(/^Code from your app/), `${codeOf(secret)}{Enter}`);
  const saved = await screen.findByRole('button', { name: 'I’ve saved them' });

  // The renewed session says that nothing is lacking. The codes are shown once only.
  const codes = within(screen.getByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem').length;
  expect(await session.renew()).toBe('renewed');
  expect(loginInfo()?.secondStepDemand).toBeNull();
  await screen.findByRole('heading', { name: 'Set up your second step' });
  expect(within(screen.getByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')).toHaveLength(codes);
  await user.click(saved);
  await screen.findByRole('heading', { name: 'Classes' });
  expect(router.state.location.pathname).toBe('/classes');
});
