import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { told } from '#tests/support/staff-device.ts';

const product = startProduct({});

/** Chromium's virtual authenticator, which verifies the person by itself; switched off, it acts like somebody who cancels. */
async function virtualAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

test('a teacher adds a passkey, signs in with it, and renames and removes it', async () => {
  const { world, browser } = product;
  // Passkeys belong to a host, and an address of numbers is none.
  const url = world.url.replace('127.0.0.1', 'localhost');
  world.services.settings.publicUrl = url;
  const { page, complaints, toasts, context } = await browser.device();
  const authenticator = await virtualAuthenticator(page);

  await page.goto(`${url}/login`);
  await page.locator('input[name=email]').fill(demoEmail.Teacher);
  await page.locator('input[name=password]').fill(demoPassword);
  await page.locator('.login-form button[type=submit]').click();
  await page.waitForURL('**/classes');

  await page.goto(`${url}/account`);
  const panel = page.locator('.account-passkeys');
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.locator('input[name=password]').fill(demoPassword);
  await panel.locator('button[type=submit]').click();
  await told({ toasts }, 'Passkey added. Other sessions have ended.');
  await panel.getByText('Not used yet').waitFor();

  await page.evaluate(() => localStorage.removeItem('loginInfo'));
  await page.goto(`${url}/login`);
  const enter = page.getByRole('button', { name: 'Sign in with a passkey' });
  await authenticator.verifies(false);
  await enter.click();
  await page.getByText('No passkey was used. Try again when you’re ready.').waitFor();
  await authenticator.verifies(true);
  await enter.click();
  await page.waitForURL('**/classes');

  await page.goto(`${url}/account`);
  await panel.getByText(/^Last used/).waitFor();
  await panel.getByRole('button', { name: /^Rename: / }).click();
  await panel.locator('input[name=name]').fill('職員室のPC');
  await panel.locator('button[type=submit]').click();
  await panel.getByRole('button', { name: 'Remove: 職員室のPC' }).click();
  await panel.locator('input[name=password]').fill(demoPassword);
  await panel.locator('button[type=submit]').click();
  await told({ toasts }, 'Passkey removed.');
  await panel.getByRole('listitem').waitFor({ state: 'detached' });

  // A passkey of nobody is refused in the page's words, and the browser says so in the console.
  await page.evaluate(() => localStorage.removeItem('loginInfo'));
  await page.goto(`${url}/login`);
  await enter.click();
  await page.getByText('This passkey doesn’t work here. Try again, or sign in with your password.').waitFor();
  expect(complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))).toEqual([]);
  await context.close();
});
