import { expect, test } from 'vitest';
import { mailsTo, tokenIn } from '#tests/api/mail-box.ts';
import { addStaff, tokenOf } from '#tests/api/school.ts';
import { ownMailServer } from '#tests/support/own-mail-server.ts';
import { graphql } from '#tests/support/people.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { ownWorld } from '#tests/support/world.ts';

const server = ownMailServer();
const world = ownWorld(() => ({ api: { smtpUrl: server.url } }));

const update = (token: string, password: string, confirmPassword = password) =>
  graphql(world, 'mutation ($input: UpdatePasswordInput!) { updatePassword(input: $input) }', {
    input: { token, password, confirmPassword },
  });

test('a forgotten password is set anew through GraphQL, once, by the link in the mail', async () => {
  const { email } = await addStaff(world, { role: 'SchoolOwner', firstName: 'Aya', lastName: 'Mori' });
  const asked = await graphql(
    world,
    'mutation ($input: ForgotPasswordInput!) { forgotPassword(input: $input) { validHours } }',
    {
      input: { email, language: 'JP' },
    },
  );
  expect(asked).toEqual({ data: { forgotPassword: { validHours: 24 } } });
  const [mail] = await mailsTo(server, email, 1);
  expect(mail?.subject).toBe('Manabook：パスワードの再設定');
  expect(mail?.text).toContain(`${world.url}/set-password?lng=jp#token=`);

  const token = tokenIn(mail);
  const link = `query ($token: String!) { passwordLink(token: $token) { purpose state account { firstName role } } }`;
  expect(await graphql(world, link, { token })).toEqual({
    data: { passwordLink: { purpose: 'RESET', state: 'LIVE', account: { firstName: 'Aya', role: 'SCHOOL_OWNER' } } },
  });
  const mismatch = await update(token, 'one of two', 'two of two');
  expect(mismatch.errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { confirmPassword: ['messages.confirmPasswordField'] },
  });
  expect(await update(token, 'a password of mine')).toEqual({ data: { updatePassword: true } });
  expect((await update(token, 'yet another one')).errors?.[0]).toMatchObject({
    message: 'The link has been expired or invalid.',
    extensions: { code: 'BAD_USER_INPUT', messageKey: 'messages.linkInvalid' },
  });
  const used = await graphql<{ passwordLink: { state: string } }>(world, link, { token });
  expect(used.data?.passwordLink).toEqual({ purpose: 'RESET', state: 'USED', account: null });
});

test('a new e-mail is asked for and confirmed through GraphQL, by the link that was mailed there', async () => {
  const passwordHash = await quickHash('a password of mine');
  const self = await addStaff(world, { role: 'Administrator', passwordHash });
  const { id, firstName, lastName, version } = self;
  const email = `new-${self.email}`;
  const input = { id, firstName, lastName, role: 'ADMINISTRATOR', version, email };
  const change = 'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { email pendingEmail } }';
  const headers = { authorization: `Bearer ${await tokenOf(world, self)}` };
  const bare = await graphql(world, change, { input }, headers);
  expect(bare.errors?.[0]?.extensions).toMatchObject({ fields: { password: ['messages.ownPasswordRequire'] } });
  const asked = await graphql(world, change, { input: { ...input, password: 'a password of mine' } }, headers);
  expect(asked).toMatchObject({ data: { updateUser: { email: self.email, pendingEmail: email } } });
  const [mail] = await mailsTo(server, email, 1);
  expect(mail?.text).toContain(`${world.url}/confirm-email?lng=en#token=`);
  const confirm = 'mutation ($input: ConfirmEmailInput!) { confirmEmail(input: $input) }';
  expect(await graphql(world, confirm, { input: { token: tokenIn(mail) } })).toEqual({ data: { confirmEmail: true } });
  const again = await graphql(world, confirm, { input: { token: tokenIn(mail) } });
  expect(again.errors?.[0]?.extensions).toMatchObject({ messageKey: 'messages.linkInvalid' });
});
