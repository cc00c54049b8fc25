import '#tests/support/dom.ts';
import { expect, test } from 'vitest';
import { holdRequests } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { addStaff } from '../api/school.ts';

const world = keptWorld();

test.each([
  [
    'Resend invitation',
    'ResendInvitation',
    { status: UserStatus.INVITED, invitedAt: new Date() },
    /^New invitation sent/,
  ],
  [
    'Send password reset',
    'ResetUserPassword',
    { status: UserStatus.ACTIVED, passwordHash: 'any' },
    /new password sent/,
  ],
  ['Delete', 'DeleteUser', { status: UserStatus.ACTIVED }, /deleted/],
])('%s, pressed again before the answer, is sent once', async (name, operation, given, done) => {
  const { id, lastName } = await addStaff(world, { role: 'Administrator', ...given });
  const { screen, user } = await renderRoute({ world, path: `/users/${id}`, role: 'Administrator' });
  const button = await screen.findByRole('button', { name });
  const { held, isSent, letGo } = holdRequests(operation);
  await user.dblClick(button);
  await isSent(1);
  letGo(0);
  const said = (await screen.findByText((text, element) => element?.className === 'toast-message' && done.test(text)))
    .textContent;
  expect(held).toHaveLength(1);
  expect(said).toContain(operation === 'DeleteUser' ? lastName : '@');
  expect(document.querySelector('.toast-error')).toBeNull();
});
