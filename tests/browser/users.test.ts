import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { addStaff, makeSchools } from '#tests/api/school.ts';
import { mailedLink } from '#tests/support/outbox.ts';
import { demoPassword } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { signInAt, told } from '#tests/support/staff-device.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();

const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const fill = (page: Page, name: string, text: string) => page.locator(`input[name=${name}]`).fill(text);
const status = (page: Page) => page.locator('.page-header .status-mark');

async function fillIn(page: Page, { email, firstName, lastName }: Record<'email' | 'firstName' | 'lastName', string>) {
  await fill(page, 'email', email);
  await fill(page, 'firstName', firstName);
  await fill(page, 'lastName', lastName);
}

/** Completes a registration or a reset from its mail, and signs in. */
async function setPassword(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link);
  await fill(page, 'password', demoPassword);
  await fill(page, 'confirmPassword', demoPassword);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/login*');
  await signInAt(product, page, '/login', email);
}

it('lets an administrator invite a teacher, see them come in, let them go and take that back', async () => {
  const email = 'hana.mori@demo.test';
  const { page, complaints, toasts, context } = await staffAt(product, 'Administrator', '/users');
  await page.getByRole('table').waitFor();
  await page.getByRole('button', { name: 'Invite a user' }).click();
  await page.getByText('a link that works for 30 days').waitFor();
  await fillIn(page, { email, firstName: '花', lastName: '森' });
  await page.locator('select[name=phoneType]').selectOption({ label: 'Landline' });
  const phone = page.locator('input[name=phoneNumber]');
  await phone.pressSequentially('０３１２ 34 56');
  await expect.poll(() => phone.inputValue()).toBe('0312-34-56');
  // In the middle of the number: the caret stays behind what was typed.
  await phone.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 2));
  await page.keyboard.type('99');
  await expect.poll(() => phone.inputValue()).toBe('0399-12-3456');
  await expect.poll(() => phone.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(4);
  await page.getByRole('radio', { name: /^Teacher/ }).check();
  await press(page, 'Send invitation');
  await told({ toasts }, `Invitation sent to ${email}`);
  await page.waitForURL(/\/users\/[0-9a-f-]{36}$/);
  const address = page.url();
  await expect.poll(() => status(page).innerText()).toBe('Invited');
  await page.getByText(/^Invited .*The link works for 30 days/).waitFor();

  const first = await mailedLink(product.world, email);
  await press(page, 'Resend invitation');
  await told({ toasts }, 'The old link no longer works.');
  const invitation = await mailedLink(product.world, email, [first]);
  const theirs = await product.browser.device({ width: 'phone' });
  await theirs.page.goto(first);
  await theirs.page.getByText('This link no longer works.').waitFor();
  await setPassword(theirs.page, invitation, email);
  await theirs.page.waitForURL('**/classes');

  await page.reload();
  await page.getByText('They can sign in.').waitFor();
  await expect.poll(() => status(page).innerText()).toBe('Active');
  await page.getByText(/^invitation accepted ·/).waitFor();
  await expect.poll(() => page.locator('input[name=phoneNumber]').inputValue()).toBe('0399-12-3456');
  await press(page, 'Send password reset');
  await told({ toasts }, `Link to set a new password sent to ${email}`);
  await theirs.page.goto(await mailedLink(product.world, email, [first, invitation]));
  await theirs.page.getByText(email).waitFor();

  await press(page, 'Deactivate');
  await told({ toasts }, '森 花 was deactivated and signed out.');
  await page.getByText('They cannot sign in.').waitFor();
  await theirs.page.goto(`${product.world.url}/login`);
  await fill(theirs.page, 'email', email);
  await fill(theirs.page, 'password', demoPassword);
  await theirs.page.locator('button[type=submit]').click();
  await theirs.page.getByText('Your account has been deactivated.').first().waitFor();
  await theirs.context.close();

  // A status is a version too, and the form on the screen still saves.
  await fill(page, 'lastName', '森田');
  await press(page, 'Save');
  await told({ toasts }, 'Saved.');
  const row = page.getByRole('row', { name: /森田 花/ });
  await row.getByRole('button', { name: 'Actions for 森田 花' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('[role=menuitem]:focus').waitFor();
  await page.keyboard.press('End');
  await page.getByRole('menuitem').last().and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await told({ toasts }, '森田 花 was deleted.');
  await row.waitFor({ state: 'detached' });
  await toast(page, '森田 花 was deleted.').getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
  await page.goBack();
  await page.goto(address);
  await press(page, 'Reactivate');
  await told({ toasts }, '森田 花 can sign in again.');
  await expect.poll(() => status(page).innerText()).toBe('Active');

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login*');
  expect(complaints).toEqual([]);
  await context.close();
});

it('lets a school owner invite one after the other, and do the same to several, within their own rights', async () => {
  const { page, complaints, toasts, context } = await staffAt(product, 'SchoolOwner', '/users/new', {
    width: 'phone',
  });
  await expect.poll(() => page.getByRole('radio').count()).toBe(2);
  // A second try finds the people of the first.
  const own = newId().slice(-6);
  const [lastName, first, second] = [`Among ${own}`, `one-${own}@school.test`, `two-${own}@school.test`];
  for (const [email, firstName] of [
    [first, 'One'],
    [second, 'Two'],
  ] as const) {
    await fillIn(page, { email, firstName, lastName });
    await page.getByRole('radio', { name: /^Teacher/ }).check();
    await press(page, 'Send and invite another');
    await told({ toasts }, email);
    await expect.poll(() => page.locator('input[name=email]').inputValue()).toBe('');
    await page.locator('input[name=email]:focus').waitFor();
    await expect.poll(() => page.getByRole('radio', { name: /^Teacher/ }).isChecked()).toBe(true);
  }
  const [one, two] = [await mailedLink(product.world, first), await mailedLink(product.world, second)];

  await page.goto(`${product.world.url}/users?search=among+${own}`);
  await page.getByRole('checkbox', { name: `Select One ${lastName}` }).check({ force: true });
  await page.getByRole('checkbox', { name: `Select Two ${lastName}` }).check({ force: true });
  await press(page, 'Resend invitations');
  await told({ toasts }, '2 invitations sent.');
  await mailedLink(product.world, first, [one]);
  await mailedLink(product.world, second, [two]);

  await page.goto(`${product.world.url}/users`);
  await page.getByRole('checkbox', { name: /^Select Haruko Sato/ }).check({ force: true });
  await page.getByRole('checkbox', { name: `Select Two ${lastName}` }).check({ force: true });
  await press(page, 'Deactivate');
  const done = toast(page, '1 user deactivated and signed out. 1 was not changed: You cannot change your own');
  await done.waitFor();
  await page.getByRole('row', { name: new RegExp(`Two ${lastName}.*Deactivated`, 's') }).waitFor();
  await done.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row', { name: new RegExp(`Two ${lastName}.*Invited`, 's') }).waitFor();

  await page.getByRole('link', { name: 'Haruko Sato' }).click();
  await page.getByText('This is your own account').waitFor();
  await expect.poll(() => page.getByRole('radio').count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Deactivate' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it('shows who changed somebody meanwhile, and only reads whom another school shares', async () => {
  const school = await makeSchools(product.world);
  const shared = await addStaff(product.world, { role: 'Teacher', firstName: 'Shared', lastName: 'Teacher' });
  await school.created('admin', { mainTeacherId: shared.id, schoolAdministratorId: school.people.otherOwner.id });
  const owner = await product.world.services.pool.query<{ id: string }>(
    "select id from users where email = 'owner@demo.test'",
  );
  await school.created('admin', { mainTeacherId: shared.id, schoolAdministratorId: owner.rows[0]?.id ?? '' });
  const { page, context } = await staffAt(product, 'SchoolOwner', `/users/${shared.id}`);
  await page.getByText('This person also works for another school.').first().waitFor();
  expect(await page.locator('form').count()).toBe(0);
  expect(await page.locator('.user-buttons button').count()).toBe(0);
  await context.close();

  const admin = await staffAt(product, 'Administrator', `/users/${shared.id}`);
  await admin.page.locator('input[name=firstName]').fill('Mine');
  await product.world.services.pool.query(
    "update users set first_name = 'Theirs', version = version + 1, updated_by_id = $1 where id = $2",
    [school.people.owner.id, shared.id],
  );
  await press(admin.page, 'Save');
  await admin.page.getByText(/changed this on .*Check the new version first/).waitFor();
  await press(admin.page, 'Load the new version');
  await expect.poll(() => admin.page.locator('input[name=firstName]').inputValue()).toBe('Theirs');
  await press(admin.page, 'Restore my changes');
  await press(admin.page, 'Save');
  await admin.page.getByRole('link', { name: 'Mine Teacher' }).waitFor();
  await admin.context.close();
});
