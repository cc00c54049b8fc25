import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sendInvitation, sendPasswordReset } from '#api/domains/auth/invitations.ts';
import { users } from '#api/ground/db/schema.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { addStaff, type Member } from '#tests/api/school.ts';
import { mailedLink } from '#tests/support/outbox.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { told } from '#tests/support/staff-device.ts';
import { deviceAt, fill, type Language, problem, wordsOf } from './staff-walk.ts';

const product = startProduct();

const submit = (page: Page) => page.locator('button[type=submit]').click();
/** The toast is gone in seconds; the reason stays above the form. */
const said = (page: Page, text: string) => page.locator('.form-problem').filter({ hasText: text }).waitFor();
const isFresh = async (page: Page, field: string) => page.locator(`input[name=${field}]`).waitFor();

/** Somebody with the demo's password. */
async function somebody(status: UserStatus, language: Language = 'en'): Promise<Member> {
  const { rows } = await product.world.services.pool.query<{ hash: string }>(
    'select password_hash as hash from users where email = $1',
    [demoEmail.Teacher],
  );
  return addStaff(product.world, { role: 'Teacher', status, language, passwordHash: rows[0]?.hash ?? null });
}

/** The address in a mail that was really sent, of an invitation or a reset that staff asked for. */
async function linkTo(user: Member, purpose: 'invitation' | 'reset', known: readonly string[] = []): Promise<string> {
  const { services } = product.world;
  const sendIt = purpose === 'invitation' ? sendInvitation : sendPasswordReset;
  const sender = await addStaff(product.world, { role: 'Administrator' });
  await services.db.transaction((tx) => sendIt(services, tx, { user, requestedById: sender.id }));
  return mailedLink(product.world, user.email, known);
}

const expire = (user: Member) =>
  product.world.services.pool.query(
    "update account_links set expires_at = now() - interval '1 minute' where user_id = $1",
    [user.id],
  );

async function tryPasswords(page: Page, password: string, confirmPassword = password): Promise<void> {
  await fill(page, 'password', password);
  await fill(page, 'confirmPassword', confirmPassword);
  await submit(page);
}

/** The rules of a new password, as both forms have them. */
async function meetPasswordRules(page: Page, language: Language): Promise<void> {
  const messages = wordsOf(language, 'messages');
  await submit(page);
  await problem(page, 'password', messages('passRequire')).waitFor();
  await problem(page, 'confirmPassword', messages('passRequire')).waitFor();
  await tryPasswords(page, 'seven77');
  await problem(page, 'password', messages('passMinLength')).waitFor();
  await problem(page, 'confirmPassword', messages('passMinLength')).waitFor();
  await tryPasswords(page, 'x'.repeat(129));
  await problem(page, 'password', messages('passMaxLength')).waitFor();
  await tryPasswords(page, 'a long one of mine', 'a long one of yours');
  await problem(page, 'confirmPassword', messages('confirmPasswordField')).waitFor();
  await tryPasswords(page, 'password1');
  await problem(page, 'password', messages('passwordTooCommon')).waitFor();
  await page.locator('input[name=password]:focus').waitFor();
  await meetStrength(page, language);
}

/** The strength is said, to screen readers too, while a password is typed. */
async function meetStrength(page: Page, language: Language): Promise<void> {
  const auth = wordsOf(language, 'auth');
  const strength = page.locator('.password-strength [role=status]');
  const levels = [
    ['seven77', ''],
    ['Manabook-2026', auth('strengthGuessable')],
    ['kx7vq2mb', auth('strengthGood')],
    ['kx7vq2mb-w9', auth('strengthStrong')],
  ] as const;
  for (const [password, says] of levels) {
    await fill(page, 'password', password);
    await expect.poll(() => strength.textContent()).toBe(says);
  }
}

describe('an account', () => {
  it('the login says why nobody comes in, and lets in who mistyped', async () => {
    const language = 'en';
    const messages = wordsOf(language, 'messages');
    const { page, context } = await deviceAt(product, '/login', { language });
    await isFresh(page, 'email');
    const attempt = async (email: string, password = demoPassword) => {
      await fill(page, 'email', email);
      await fill(page, 'password', password);
      await submit(page);
    };
    await submit(page);
    await problem(page, 'email', messages('emailRequire')).waitFor();
    await problem(page, 'password', messages('passRequire')).waitFor();
    await page.locator('input[name=email]:focus').waitFor();
    for (const wrong of ['teacher@', 'a b@demo.test', 'teacher@demo.photography']) {
      await attempt(wrong);
      await problem(page, 'email', messages('invalidEmail')).waitFor();
    }
    await attempt((await somebody(UserStatus.DEACTIVATED)).email);
    await said(page, messages('accountDeactivated'));
    await attempt((await somebody(UserStatus.INVITED)).email);
    await said(page, messages('accountNotActivated'));
    // Nobody's address is told apart from somebody's.
    await attempt(`nobody-${language}@demo.test`);
    await said(page, messages('checkEmailAndPassword'));
    const { email } = await somebody(UserStatus.ACTIVED);
    await page.reload();
    await isFresh(page, 'email');
    for (let tries = 0; tries < 3; tries += 1) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/graphql'));
      await attempt(email, `wrong ${tries}`);
      await answered;
      await said(page, messages('checkEmailAndPassword'));
    }
    await attempt(email);
    await page.locator('.top-bar').waitFor();
    await context.close();
  });

  it('the forgotten password asks for an address that is one, and not too often', async () => {
    const language = 'jp';
    const messages = wordsOf(language, 'messages');
    const words = wordsOf(language, 'auth');
    const { page, complaints, context } = await deviceAt(product, '/forgot-password', { language, width: 'phone' });
    await isFresh(page, 'email');
    await submit(page);
    await problem(page, 'email', messages('emailRequire')).waitFor();
    await fill(page, 'email', 'teacher@demo');
    await submit(page);
    await problem(page, 'email', messages('invalidEmail')).waitFor();
    expect(complaints).toEqual([]);
    const { email } = await somebody(UserStatus.ACTIVED, language);
    for (let tries = 0; tries < 3; tries += 1) {
      await fill(page, 'email', email);
      await submit(page);
      await page.getByText(words('sentText')).waitFor();
      await page.getByText(words('sentTo', { email })).waitFor();
      await page.getByRole('button', { name: words('otherAddress') }).click();
      await isFresh(page, 'email');
    }
    await mailedLink(product.world, email);
    await fill(page, 'email', email);
    await submit(page);
    await said(page, messages('rateLimited', { minutes: 60 }));
    await context.close();
  });

  it('the new password meets every rule, and a link that ends meanwhile says so', async () => {
    const language = 'en';
    const messages = wordsOf(language, 'messages');
    const words = wordsOf(language, 'auth');
    const user = await somebody(UserStatus.ACTIVED, language);
    const first = await linkTo(user, 'reset');
    const { page, toasts, context } = await deviceAt(product, '/login', { language });
    await page.goto(first);
    await page.getByText(user.email).waitFor();
    await meetPasswordRules(page, language);
    await tryPasswords(page, demoPassword);
    await problem(page, 'password', messages('passwordReused')).waitFor();

    // A newer link voids the one on the screen; the screen hears of it when it is used, and at once when it is opened.
    const second = await linkTo(user, 'reset', [first]);
    await tryPasswords(page, 'quite another one');
    await said(page, messages('linkInvalid'));
    await page.reload();
    await page.getByText(words('linkVoid')).waitFor();
    await page.goto(second);
    await page.reload();
    await page.getByText(user.email).waitFor();
    await expire(user);
    await tryPasswords(page, 'quite another one');
    await said(page, messages('linkExpired'));
    await page.reload();
    await page.getByText(words('linkExpired')).waitFor();
    await page.getByRole('link', { name: words('newLink') }).click();
    await isFresh(page, 'email');

    const third = await linkTo(user, 'reset', [first, second]);
    await page.goto(third);
    await page.getByText(user.email).waitFor();
    await tryPasswords(page, 'quite another one');
    await told({ toasts }, words('passwordChanged'));
    await page.waitForURL('**/login');
    await page.goto(third);
    await page.getByText(words('linkUsed')).waitFor();
    await page.goto(`${product.world.url}/set-password#token=of-nobody`);
    await page.reload();
    await page.getByText(words('linkUnknown')).waitFor();
    const fourth = await linkTo(user, 'reset', [first, second, third]);
    await product.world.services.db.update(users).set({ status: UserStatus.DEACTIVATED }).where(eq(users.id, user.id));
    await page.goto(fourth);
    await page.reload();
    await page.getByText(words('linkInactive')).waitFor();
    await context.close();
  });

  it('the invitation wants names and a password, and says what became of its link', async () => {
    const language = 'jp';
    const messages = wordsOf(language, 'messages');
    const words = wordsOf(language, 'auth');
    const user = await somebody(UserStatus.INVITED, language);
    const first = await linkTo(user, 'invitation');
    const { page, toasts, context } = await deviceAt(product, '/login', { language, width: 'phone' });
    await page.goto(first);
    await page.getByText(user.email).waitFor();
    await fill(page, 'firstName', ' ');
    await fill(page, 'lastName', '');
    await submit(page);
    await problem(page, 'firstName', messages('firstNameRequire')).waitFor();
    await problem(page, 'lastName', messages('lastNameRequire')).waitFor();
    // A family name comes first in Japanese.
    await page.locator('input[name=lastName]:focus').waitFor();
    await fill(page, 'firstName', '太郎');
    await fill(page, 'lastName', '山田');
    await meetPasswordRules(page, language);
    await expire(user);
    await tryPasswords(page, 'quite another one');
    await said(page, messages('linkExpired'));
    await page.reload();
    await page.getByText(words('linkExpired')).waitFor();
    const second = await linkTo(user, 'invitation', [first]);
    await page.goto(first);
    await page.reload();
    await page
      .getByText(words('linkVoid'))
      .or(page.getByText(words('linkExpired')))
      .first()
      .waitFor();
    await page.getByRole('link', { name: words('newInvitation') }).waitFor();
    await page.goto(second);
    await page.reload();
    await page.getByText(user.email).waitFor();
    await fill(page, 'firstName', '太郎');
    await tryPasswords(page, 'quite another one');
    await told({ toasts }, words('invitationAccepted'));
    await page.waitForURL('**/login');
    await page.goto(second);
    await page.getByText(words('linkUsed')).waitFor();
    // An invitation's link is none for a reset.
    await page.goto(second.replace('set-password-via-invite', 'set-password'));
    await page.getByText(words('linkUnknown')).waitFor();
    await context.close();
  });
});
