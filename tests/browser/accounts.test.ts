import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sendInvitation } from '#api/domains/auth/invitations.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { addStaff } from '#tests/api/school.ts';
import { keptBrowser } from '#tests/support/browser.ts';
import { mailedLink } from '#tests/support/outbox.ts';
import { demoEmail } from '#tests/support/people.ts';
import { told } from '#tests/support/staff-device.ts';
import { keptWorld } from '#tests/support/kept-world.ts';

const world = keptWorld();
const browser = keptBrowser();

const submit = (page: Page) => page.locator('button[type=submit]').click();

async function setPassword(page: Page, password: string): Promise<void> {
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=confirmPassword]').fill(password);
  await submit(page);
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.waitForURL('**/login');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await submit(page);
  await page.waitForURL((url) => url.pathname !== '/login');
}

describe('somebody who forgot their password', () => {
  it('gets a link by mail, sets a new password with it once, and signs in', async () => {
    const { page, complaints, toasts, context } = await browser.device();
    await page.goto(`${world.url}/login`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.locator('input[name=email]').fill(demoEmail.Teacher);
    await submit(page);
    await page.getByText('valid for 24 hours').waitFor();

    const link = await mailedLink(world, demoEmail.Teacher);
    await page.goto(link);
    await page.getByText(demoEmail.Teacher).waitFor();
    await setPassword(page, 'a fresh 新しい password');
    await told({ toasts }, 'Password changed. Sign in with the new one.');
    await signIn(page, demoEmail.Teacher, 'a fresh 新しい password');

    await page.goto(link);
    await page.reload();
    await page.getByText('This link was already used.').waitFor();
    // A refused form is said in the console by the browser itself.
    expect(complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))).toEqual([]);
    await context.close();
  });

  it('hears of a link that is none, in Japanese, and asks for a new one', async () => {
    const { page, complaints, context } = await browser.device({ language: 'jp', width: 'phone' });
    await page.goto(`${world.url}/set-password#token=nonsense`);
    await page.getByText('リンクの有効期限が切れているか、無効です。').waitFor();
    await page.getByRole('link', { name: '新しいリンクを送る' }).click();
    await page.locator('input[name=email]').fill('nobody@demo.test');
    await submit(page);
    await page.getByText('24時間有効').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('somebody who was invited', () => {
  it('learns by whom, completes the registration in their language, and signs in', async () => {
    const owner = await addStaff(world, { role: 'SchoolOwner', firstName: '花子', lastName: '山田' });
    const invited = await addStaff(world, { role: 'Teacher', status: UserStatus.INVITED, language: 'jp' });
    const { services } = world;
    await services.db.transaction((tx) => sendInvitation(services, tx, { user: invited, requestedById: owner.id }));
    const { page, complaints, context } = await browser.device({ width: 'phone' });
    await page.goto(await mailedLink(world, invited.email));
    await page.getByText('山田 花子さんからの招待です。').waitFor();
    await page.locator('input[name=firstName]').fill('あや');
    await setPassword(page, 'ひらがなのあいことば');
    await signIn(page, invited.email, 'ひらがなのあいことば');
    await page.waitForURL('**/classes');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
