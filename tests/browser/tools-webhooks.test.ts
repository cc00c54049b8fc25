import { expect, it } from 'vitest';
import { webhookDeliveries } from '#api/ground/db/schema.ts';
import { startProduct } from '#tests/support/product.ts';
import { told } from '#tests/support/staff-device.ts';
import { fill, heading, problem, staffAt, wordsOf } from './staff-walk.ts';

const product = startProduct();

it('webhooks are made, shown their secret once, tried, changed, renewed, switched off and deleted, by keys alone', async () => {
  const words = wordsOf('en', 'webhooks');
  const messages = wordsOf('en', 'messages');
  const common = wordsOf('en', 'common');
  const { page, toasts, complaints, context } = await staffAt(product, 'Administrator', '/webhooks/new');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  await press(words('createSubmit'));
  await problem(page, 'url', messages('webhookUrlRequire')).waitFor();
  await problem(page, 'events', messages('webhookEventsRequire')).waitFor();
  await fill(page, 'name', 'Timetable');
  await fill(page, 'url', 'https://localhost/hook');
  await page.getByRole('checkbox', { name: `${words('kindClass')}: ${words('created')}` }).press('Space');
  await press(words('createSubmit'));
  await problem(page, 'url', messages('webhookUrlLocal')).waitFor();
  await fill(page, 'url', 'https://receiver.example.com/hook');
  await press(words('createSubmit'));
  await heading(page, words('madeTitle', { name: 'Timetable' })).waitFor();
  expect(await page.getByLabel(words('secret'), { exact: true }).inputValue()).toMatch(/^whsec_/);
  await press(words('kept'));

  await heading(page, 'Timetable').waitFor();
  await press(words('ping'));
  await told({ toasts }, words('pinged'));
  await page.getByText(words('pingMessage')).waitFor();
  expect(await product.world.services.db.$count(webhookDeliveries)).toBe(1);
  await press(words('edit'));
  await fill(page, 'name', 'Library');
  await press(common('save'));
  await heading(page, 'Library').waitFor();
  await press(words('switchOff'));
  await page.getByRole('button', { name: words('switchOn') }).waitFor();
  const choose = async (name: string) => {
    await page.locator('.page-actions .dropdown-button').press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name }).press('Enter');
  };
  await choose(words('newSecret'));
  await heading(page, words('newSecretTitle', { name: 'Library' })).waitFor();
  await press(words('kept'));
  await page.getByText(words('oldSecretEnds')).waitFor();
  await choose(words('delete'));
  await page.getByText(words('emptyTitle')).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
