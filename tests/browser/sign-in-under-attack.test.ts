import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createLoginLimits } from '#api/domains/auth/login-limits.ts';
import { hashPassword } from '#api/domains/auth/passwords.ts';
import { placeOf } from '#api/domains/auth/places.ts';
import { addStaff } from '#tests/api/school.ts';
import { startProduct } from '#tests/support/product.ts';
import { codeOf, giveSecondFactor } from '#tests/support/second-factor.ts';

const host = 'school.test';
// A school's server in its own network: no TLS, and no name of this machine.
// With the compilers that other tests' browsers go without: the work is arithmetic.
const product = startProduct({}, [
  `--host-resolver-rules=MAP ${host} 127.0.0.1`,
  '--js-flags=--min-semi-space-size=16',
]);
const password = 'quiet river stones';
const why = {
  en: 'There were many wrong passwords, so signing in is slower: up to a minute.',
  jp: 'パスワードの間違いが続いたため、サインインに1分ほどかかることがあります。',
};

/** A teacher whose password others guess from everywhere. */
async function attacked(failures = 20) {
  const { services } = product.world;
  const { id, email } = await addStaff(product.world, { role: 'Teacher', passwordHash: await hashPassword(password) });
  const limits = createLoginLimits(services);
  const address = '203.0.113.9';
  const place = await placeOf(services.db, id, { address, device: undefined });
  const attempt = { account: id, address, place };
  for (let time = 0; time < failures; time += 1) await limits.take(attempt, { proven: true });
  return { id, email };
}

/** Keeps what the page's live regions say, however short. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const said = new Set<string>();
    Object.assign(window, { said });
    const note = () => {
      for (const { textContent } of document.querySelectorAll('[role=status]')) if (textContent) said.add(textContent);
    };
    document.addEventListener('DOMContentLoaded', () =>
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true }),
    );
  });
const heard = (page: Page) => page.evaluate(() => [...(window as unknown as { said: Set<string> }).said]);

async function signIn(page: Page, origin: string, email: string): Promise<void> {
  await fillIn(page, origin, email);
  await page.locator('.login-form button[type=submit]').click();
}

async function fillIn(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
}

const pageErrors = (complaints: readonly string[]) =>
  complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'));

test.each(['en', 'jp'] as const)(
  'the owner signs in on a new device during an attack, and is told why it takes long: %s',
  async (language) => {
    const { email } = await attacked();
    const { page, complaints, toasts, context } = await product.browser.device({ language });
    await listen(page);
    let workers = 0;
    page.on('worker', () => (workers += 1));
    // Over http from another host the page has no crypto.subtle.
    await signIn(page, product.world.url.replace('127.0.0.1', host), email);
    await page.locator('.top-bar').waitFor({ timeout: 60_000 });
    expect(await page.evaluate(() => [window.isSecureContext, 'subtle' in crypto])).toEqual([false, false]);
    expect(workers).toBeGreaterThan(0);
    expect(await heard(page)).toContain(why[language]);
    expect(toasts).toEqual([]);
    expect(pageErrors(complaints)).toEqual([]);
    await context.close();
  },
);

test('a browser without workers does the work too, and a code of the second step goes with a proof', async () => {
  const { id, email } = await attacked();
  const { secret } = await giveSecondFactor(product.world.services, id);
  const { page, complaints, context } = await product.browser.device();
  await listen(page);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'));
  await signIn(page, product.world.url, email);
  const code = page.locator('input[name=code]');
  await code.fill(codeOf(secret), { timeout: 60_000 });
  await page.locator('.login-form button[type=submit]').click();
  await page.locator('.top-bar').waitFor({ timeout: 60_000 });
  expect(await heard(page)).toContain(why.en);
  expect(pageErrors(complaints)).toEqual([]);
  await context.close();
});

test('somebody who mistypes waits for some seconds without a word of limits', async () => {
  const { services } = product.world;
  const { id, email } = await addStaff(product.world, { role: 'Teacher', passwordHash: await hashPassword(password) });
  const place = await placeOf(services.db, id, { address: '127.0.0.1', device: undefined });
  const limits = createLoginLimits(services);
  const attempt = { account: id, address: '127.0.0.1', place };
  for (let time = 0; time < 4; time += 1) await limits.take(attempt, { proven: false });
  const { page, toasts, context } = await product.browser.device();
  await fillIn(page, product.world.url, email);
  // Four seconds from now.
  await limits.failed(attempt);
  await page.locator('.login-form button[type=submit]').click();
  await page.locator('.top-bar').waitFor();
  expect(toasts).toEqual([]);
  await context.close();
});
