import { expect, it } from 'vitest';
import { demoEmail } from '#tests/support/people.ts';
import { drawn } from '#tests/support/pictures.ts';
import { startProduct } from '#tests/support/product.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { told } from '#tests/support/staff-device.ts';
import { deviceAt, heading } from './staff-walk.ts';
import { area, comeIn, exportedCode, invite, leave, makeClass } from './whole-job.ts';

const product = startProduct();

/** What the content is called that an exported code opens. */
async function contentNamed(code: string): Promise<string> {
  const { rows } = await product.world.services.pool.query<{ name: string }>(
    'select name from contents where hash_code = $1',
    [code.split('/').at(-1)],
  );
  return rows[0]?.name ?? 'no content';
}

it('a school owner brings a teacher, makes a class, hands out its code, and leaves', async () => {
  const device = await deviceAt(product, '/login');
  const { page, complaints, context } = device;
  await comeIn(page, demoEmail.SchoolOwner);
  const teacher = { email: 'mei.abe@demo.test', lastName: 'Abe', role: /^Teacher/, home: '/classes' };
  await invite(product, device, teacher);
  await makeClass(page, 'Owls', 'Hello, World! 1');
  const qrCode = page.getByRole('img', { name: /QR code of/ });
  await drawn(qrCode);
  const link = await readQrCode(await qrCode.screenshot());
  expect(link).toMatch(/\/student\/class\/[\w-]{22,}$/);
  for (const closed of ['Textbooks', 'Reports', 'Audit log', 'API keys'])
    expect(await page.locator('.side-navigation').getByRole('link', { name: closed }).count()).toBe(0);

  const child = await deviceAt(product, '/student/profiles', { width: 'phone' });
  await child.page.goto(link ?? '');
  await child.page.getByText('Owls').first().waitFor();
  await child.context.close();
  await leave(product, page);
  expect(complaints).toEqual([]);
  await context.close();
});

it('a super administrator brings an administrator, exports codes, deletes and restores, and leaves', async () => {
  const device = await deviceAt(product, '/login');
  const { page, toasts, complaints, context } = device;
  await comeIn(page, demoEmail.SuperAdmin);
  const administrator = { email: 'mei.ueda@demo.test', lastName: 'Ueda', role: /^Administrator/, home: '/users' };
  await invite(product, device, administrator);
  await area(page, 'Textbooks');
  await page.getByRole('link', { name: 'Hello, World! 1' }).first().click();
  await heading(page, 'Hello, World! 1').waitFor();
  const code = await exportedCode(page);
  expect(code).toMatch(/\/student\/content\/[\w-]{22,}$/);

  await area(page, 'Users');
  await page.getByRole('searchbox').fill('ueda');
  await page.getByRole('button', { name: 'Actions for Mei Ueda' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await told({ toasts }, 'Mei Ueda was deleted.');
  await area(page, 'Trash');
  // A second try finds what the first one deleted, too: the newest comes first.
  await page.getByRole('button', { name: 'Restore Mei Ueda', exact: true }).first().click();
  await told({ toasts }, '“Mei Ueda” was restored.');
  await area(page, 'Audit log');
  for (const deed of ['User · restored', 'User · deleted', 'User · created'])
    await page.locator('tbody tr').filter({ hasText: deed }).first().waitFor();

  const child = await deviceAt(product, '/student/profiles', { width: 'phone' });
  await child.page.goto(code);
  await child.page
    .getByText(await contentNamed(code))
    .first()
    .waitFor();
  await child.context.close();
  await leave(product, page);
  expect(complaints).toEqual([]);
  await context.close();
});
