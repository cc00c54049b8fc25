import { expect, test } from 'vitest';
import { demoEmail } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { keptProvider } from '#tests/support/sign-in-provider.ts';
import { signInAt, told } from '#tests/support/staff-device.ts';

const product = startProduct({});

test('an administrator adds a school’s provider, and somebody new signs in at it as a teacher', async () => {
  const { world, browser } = product;
  const { issuer } = await keptProvider(world.services);
  const { rows } = await world.services.pool.query<{ id: string }>(
    'select id from schools order by created_at limit 1',
  );
  const admin = await browser.device();
  await signInAt(product, admin.page, `/schools/${rows[0]?.id ?? ''}/settings`, demoEmail.Administrator);
  const panel = admin.page.locator('.providers');
  await panel.getByRole('button', { name: 'Add a provider' }).click();
  const field = (name: string) => panel.locator(`input[name=${name}]`);
  await field('name').fill('Our school');
  await field('issuer').fill(issuer);
  await field('clientId').fill('manabook');
  await field('domains').fill('school.test');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('Enter the client secret.').waitFor();
  await field('clientSecret').fill('a secret of the tests');
  await field('createsTeachers').check({ force: true });
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('It answers. Sign in once to try it.').waitFor();

  const { page, complaints, context } = await browser.device({ language: 'jp' });
  await page.goto(`${world.url}/login?to=/account`);
  await page.locator('input[name=email]').fill('hana@elsewhere.test');
  await page.getByRole('button', { name: '学校のアカウントでサインイン' }).click();
  const email = page.locator('input[name=email]');
  await expect.poll(() => email.inputValue()).toBe('hana@elsewhere.test');
  await page.getByRole('button', { name: '次へ' }).click();
  await page.getByText('このメールアドレスで使える学校のサインイン先はありません。').first().waitFor();
  await email.fill('hana@school.test');
  await page.getByRole('button', { name: '次へ' }).click();
  await page.waitForURL('**/account');
  await page.locator('.account-passkeys').waitFor();
  const back = await page.evaluate(() => localStorage.getItem('loginInfo') ?? '');
  expect(JSON.parse(back)).toMatchObject({ firstName: 'Hana', lastName: 'Mori', role: 'Teacher' });

  // A link that somebody else began signs nobody in.
  await page.evaluate(() => localStorage.removeItem('loginInfo'));
  await page.goto(`${world.url}/login/provider?state=theirs&code=theirs`);
  await page.getByRole('alert').getByText('サインインできませんでした。').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('loginInfo'))).toBeNull();
  expect(complaints).toEqual([]);
  await context.close();

  await panel.getByRole('button', { name: 'Remove Our school' }).click();
  await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await told(admin, 'Our school removed.');
  await expect.poll(() => panel.locator('li').count()).toBe(0);
  expect(admin.complaints).toEqual([]);
  await admin.context.close();
});
