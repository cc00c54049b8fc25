import '#tests/support/dom.ts';
import { within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askForEmail } from '#api/domains/auth/email-change.ts';
import { users } from '#api/ground/db/schema.ts';
import { addStaff } from '#tests/api/school.ts';
import { mailedLink } from '#tests/support/outbox.ts';
import { demoEmail } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { giveSecondFactor } from '#tests/support/second-factor.ts';
import { ownWorld } from '#tests/support/world.ts';

const world = ownWorld();
const administrator = eq(users.email, demoEmail.Administrator);
let passwordHash: string | null = null;

beforeEach(async () => {
  const { db } = world.services;
  [{ passwordHash } = { passwordHash }] = await db.select().from(users).where(administrator);
});
afterEach(() => world.services.db.update(users).set({ passwordHash }).where(administrator));

const loseTheOwnPassword = () => world.services.db.update(users).set({ passwordHash: null }).where(administrator);

const withoutPassword = /^You don’t have a password yet/;
const linkSent = `Link sent to ${demoEmail.Administrator}. Set your password with it, then sign in again.`;

test('the change of somebody’s email mails a link for a first password, and keeps what was typed', async () => {
  const { id } = await addStaff(world, { role: 'Teacher', firstName: 'Ren', lastName: 'Mori' });
  const { screen, user } = await renderRoute({ world, path: `/users/${id}`, role: 'Administrator' });
  const email = await screen.findByLabelText(/^Email/);
  await loseTheOwnPassword();
  await user.clear(email);
  await user.type(email, 'ren.mori@elsewhere.test');
  await user.type(screen.getByLabelText(/^Your own password/), 'any');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(withoutPassword);
  await user.click(screen.getByRole('button', { name: 'Email me the link' }));
  await screen.findByText(linkSent);
  await mailedLink(world, demoEmail.Administrator);
  expect(screen.getByLabelText(/^Email/)).toHaveProperty('value', 'ren.mori@elsewhere.test');
});

test('so does the dialog that turns off somebody’s second step', async () => {
  const { id } = await addStaff(world, { role: 'Teacher', firstName: 'Sora', lastName: 'Abe' });
  await giveSecondFactor(world.services, id);
  const { screen, user } = await renderRoute({ world, path: `/users/${id}`, role: 'Administrator' });
  await user.click(await screen.findByRole('button', { name: 'Turn off second step' }));
  await loseTheOwnPassword();
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Your own password/), 'any{Enter}');
  await dialog.findByText(withoutPassword);
  await user.click(dialog.getByRole('button', { name: 'Email me the link' }));
  await dialog.findByText(linkSent);
});

test('the page that confirms a new email leads to a first password, and says that the change must be requested again', async () => {
  const { services } = world;
  const user = await addStaff(world, { role: 'Teacher' });
  const { id: requestedById } = await addStaff(world, { role: 'Administrator' });
  const email = `new.${user.email}`;
  await services.db.transaction((tx) => askForEmail(services, tx, { user, email, requestedById }));
  const { pathname, hash } = new URL(await mailedLink(world, email));
  const { screen, user: hands } = await renderRoute({ world, path: `${pathname}${hash}` });
  await hands.type(await screen.findByLabelText(/^Password/), 'any');
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
  await hands.click(screen.getByRole('button', { name: 'Confirm email' }));
  await screen.findByText(withoutPassword);
  screen.getByText(/After that, request the email change again. This link won’t work anymore\.$/);
  await hands.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  await screen.findByRole('heading', { name: 'Forgot your password?' });
});
