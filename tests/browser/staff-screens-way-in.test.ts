import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createLink, linkToken } from '#api/domains/auth/account-links.ts';
import { hashOf } from '#api/domains/auth/tokens.ts';
import { installation } from '#api/ground/db/schema.ts';
import type { SecondStepDemand } from '#schema/rest/auth-info.ts';
import type { LinkPurpose } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { addStaff } from '#tests/api/school.ts';
import { giveAlbum } from '#tests/support/albums.ts';
import { withWebFonts } from '#tests/support/browser.ts';
import { givePasskey } from '#tests/support/passkeys.ts';
import { startProduct } from '#tests/support/product.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { giveSecondFactor } from '#tests/support/second-factor.ts';
import { giveProvider } from '#tests/support/sign-in-provider.ts';
import { walk } from './staff-look.ts';
import { opened, refused, type StaffScreen } from './staff-screens.ts';
import { fill } from './typed.ts';

const product = startProduct(undefined, withWebFonts);

/** As a renewal tells it, in the place where the page keeps it. */
const demanded = (secondStepDemand: SecondStepDemand | null, shows: string) => async (page: Page) => {
  await page.evaluate((demand) => {
    const held = JSON.parse(localStorage.getItem('loginInfo') ?? '{}') as object;
    localStorage.setItem('loginInfo', JSON.stringify({ ...held, secondStepDemand: demand }));
    dispatchEvent(new StorageEvent('storage', { key: 'loginInfo' }));
  }, secondStepDemand);
  await page.locator(shows).first().waitFor();
};

/** A link for somebody new, as a mail would have it. */
async function linkFor(purpose: LinkPurpose, status: UserStatus): Promise<{ id: string; token: string }> {
  const { db, secrets } = product.world.services;
  const { id: userId } = await addStaff(product.world, { role: 'Teacher', status });
  const { id: requestedById } = await addStaff(product.world, { role: 'SchoolOwner', lastName: '山田' });
  const email = purpose === 'email' ? 'hanako.yamada@school.test' : undefined;
  const id = await db.transaction((tx) =>
    createLink(tx, secrets, { userId, purpose, requestedById, hours: 24, email }),
  );
  return { id, token: linkToken(secrets, id) };
}

async function signedOut(): Promise<readonly StaffScreen[]> {
  const { db, pool } = product.world.services;
  const reset = () => linkFor('reset', UserStatus.ACTIVED);
  const [valid, used, replaced, late] = [await reset(), await reset(), await reset(), await reset()];
  const [moved, lateMoved] = [await linkFor('email', UserStatus.ACTIVED), await linkFor('email', UserStatus.ACTIVED)];
  const [invited, lateInvited] = [
    await linkFor('invitation', UserStatus.INVITED),
    await linkFor('invitation', UserStatus.INVITED),
  ];
  const { rows: children } = await pool.query<{ classId: string; profileId: string; madeById: string }>(
    `select class_id as "classId", profile_id as "profileId", main_teacher_id as "madeById"
       from class_profiles join classes on classes.id = class_id
       where not waiting and deleted_at is null and school_id is not null limit 1`,
  );
  const family = await giveAlbum(product.world.services, children[0] ?? { classId: '', profileId: '', madeById: '' });
  await pool.query('update account_links set used_at = now() where id = $1', [used.id]);
  await pool.query('update account_links set voided_at = now() where id = $1', [replaced.id]);
  await pool.query("update account_links set expires_at = now() - interval '1 minute' where id = any($1)", [
    [late.id, lateInvited.id, lateMoved.id],
  ]);
  await db
    .update(installation)
    .set({ firstRunKeyHash: hashOf('a-printed-token'), firstRunEndsAt: new Date(Date.now() + 3_600_000) });

  const password = 'quiet river stones';
  const guarded = await addStaff(product.world, { role: 'Teacher', passwordHash: await quickHash(password) });
  await giveSecondFactor(product.world.services, guarded.id);
  await givePasskey(product.world.services, guarded.id);

  const { rows } = await pool.query<{ id: string }>('select id from schools limit 1');
  await giveProvider(product.world.services, { schoolId: rows[0]?.id ?? '' });

  const form = '.login-form button[type=submit]';
  const unequal = async (page: Page) => {
    await fill(page, 'password', 'seven77');
    await fill(page, 'confirmPassword', 'another one');
    await refused(form)(page);
  };
  const strengthOf = (password: string, strength: string) => async (page: Page) => {
    await fill(page, 'password', password);
    await page.locator(`.password-strength[data-strength=${strength}]`).waitFor();
  };
  const ended = '.login-form[role=alert]';
  const role = 'nobody';
  return [
    {
      ...{ path: '/login', role, shows: form },
      states: {
        'of nothing': refused(form),
        'of a wrong pair': async (page) => {
          await fill(page, 'email', 'nobody@demo.test');
          await fill(page, 'password', 'not the password');
          await opened(form, '.form-problem')(page);
        },
        'that asks for a code or a passkey': async (page) => {
          await fill(page, 'email', guarded.email);
          await fill(page, 'password', password);
          await opened(form, '.second-step-form .passkey-button')(page);
        },
        'in another language': opened('.dropdown-button', '[role=menu]'),
      },
    },
    {
      ...{ path: '/login?to=/account', role, shows: '.login-form > button:last-child' },
      states: { 'of a school’s account': opened('.login-form > button:last-child', '.second-step-form input') },
    },
    { path: '/login/provider?state=theirs', role, shows: 'main [role=alert]' },
    {
      ...{ path: '/forgot-password', role, shows: form },
      states: {
        'of nothing': refused(form),
        'that is sent': async (page) => {
          await fill(page, 'email', 'nobody@demo.test');
          await opened(form, '.login-form[role=status]')(page);
        },
      },
    },
    {
      ...{ path: `/set-password#token=${valid.token}`, role, shows: '.login-account' },
      states: {
        'with problems': unequal,
        'easy to guess': strengthOf('password1', 'guessable'),
        'fairly hard to guess': strengthOf('garden-77', 'fair'),
        'hard to guess': strengthOf('kx7vq2mb-w9', 'strong'),
      },
    },
    {
      ...{ path: `/confirm-email#token=${moved.token}`, role, shows: '.login-account' },
      states: { 'without the password': refused(form) },
    },
    { path: `/confirm-email#token=${lateMoved.token}`, role, shows: ended },
    { path: `/set-password#token=${used.token}`, role, shows: ended },
    { path: `/set-password#token=${replaced.token}`, role, shows: ended },
    { path: `/set-password#token=${late.token}`, role, shows: ended },
    { path: '/set-password#token=nonsense', role, shows: ended },
    {
      ...{ path: `/set-password-via-invite#token=${invited.token}`, role, shows: '.login-account' },
      states: { 'with problems': unequal },
    },
    { path: `/set-password-via-invite#token=${lateInvited.token}`, role, shows: ended },
    { path: `/album#${family.token}`, role, shows: '.family-button' },
    { path: '/album#nonsense', role, shows: '.family-album h1' },
    { path: '/first-run', role, shows: ended },
    {
      ...{ path: '/first-run#token=a-printed-token', role, shows: '.first-run' },
      states: { 'of nothing': refused('.first-run button[type=submit]') },
    },
    { path: '/nowhere', role, shows: 'main a, .notice a' },
    {
      ...{ path: '/classes', role: 'Teacher', shows: 'tbody tr' },
      states: {
        'with a second step that is needed from a day on': demanded(
          { from: '2999-04-01', due: false },
          '.shell-notice',
        ),
        'with a second step that is needed now': demanded({ from: null, due: true }, '.account-second-step button'),
        'with no second step needed': demanded(null, 'tbody tr'),
      },
    },
    {
      ...{ path: '/account', role: 'Teacher', shows: '.account-passkeys > button' },
      states: { 'to add a passkey': opened('.account-passkeys > button', '.account-passkeys form') },
    },
  ];
}

it('at every width and in both languages, nothing is wrong with the way in', async () => {
  expect(await walk(product, await signedOut())).toEqual([]);
});
