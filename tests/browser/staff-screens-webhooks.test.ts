import { describe, expect, it } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { webhooks } from '#api/ground/db/schema.ts';
import { withWebFonts } from '#tests/support/browser.ts';
import { startProduct } from '#tests/support/product.ts';
import { makeDelivery, makeWebhook } from '#tests/support/webhooks.ts';
import { walk } from './staff-look.ts';
import { emptyOf, opened, refused, type StaffScreen } from './staff-screens.ts';

const product = startProduct(undefined, withWebFonts);

async function ofWebhooks(): Promise<readonly StaffScreen[]> {
  const { world } = product;
  const { db } = world.services;
  await db.delete(webhooks);
  const { id: webhook } = await makeWebhook(world.services, { name: 'Timetable', state: 'gone' });
  await makeDelivery(db, { webhookId: webhook, lastTryAt: new Date(), status: 410, problem: 'status', answer: 'Gone' });
  return [
    emptyOf('/webhooks', 'Webhooks'),
    {
      ...{ path: '/webhooks/new', shows: 'input[name=name]' },
      states: {
        'of nothing': refused(),
        made: async (page) => {
          await page.locator('input[name=name]').fill(`Walk ${newId()}`);
          await page.locator('input[name=url]').fill('https://receiver.example.com/');
          await page.locator('.ticks input[type=checkbox]').first().press('Space');
          await opened('.form-buttons button[type=submit]', '.shown-once')(page);
        },
      },
    },
    {
      ...{ path: `/webhooks/${webhook}`, shows: '.webhook-try' },
      states: {
        'with a message’s menu': opened('td .dropdown-button', '[role=menu]'),
        'to delete': async (page) => {
          await page.keyboard.press('Escape');
          await opened('.page-actions .dropdown-button', '[role=menu]')(page);
          await opened('[role=menuitem] >> nth=1', '[role=alertdialog]')(page);
        },
      },
    },
    { path: `/webhooks/${webhook}?edit`, shows: 'input[name=url]' },
    { path: `/webhooks/${newId()}`, shows: '.panel' },
  ];
}

describe('at every width and in both languages, nothing is wrong with', () => {
  it('webhooks', async () => {
    expect(await walk(product, await ofWebhooks())).toEqual([]);
  });
});
