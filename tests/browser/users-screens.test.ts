import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { startProduct } from '#tests/support/product.ts';
import { flaws, staffDevice } from '#tests/support/staff-device.ts';

const product = startProduct();

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** What is wrong with the screen at both widths, with a word for which. */
async function flawsOf(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const flaw of await flaws(page)) found.push(`${screen} at ${size.width}: ${flaw}`);
  }
  return found;
}

type Weather = (route: Route) => Promise<void>;

/** Lets what the list asks for meet with something on its way. */
async function listMeets(page: Page, weather: Weather): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('"operationName":"Users"') ? weather(route) : route.continue(),
  );
}

async function answered(route: Route, change: (text: string) => string): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, body: change(await response.text()) });
}

const forbidden = { message: 'Forbidden', extensions: { code: 'FORBIDDEN', status: 403 } };
const nobody = { __typename: 'UserPage', items: [], totalCount: 0, totalIsExact: true };

const states: Record<string, { readonly weather: Weather; readonly sign: string }> = {
  skeleton: { weather: () => new Promise(() => {}), sign: '.list-skeleton' },
  problem: { weather: (route) => route.abort(), sign: '.list-state' },
  empty: {
    weather: (route) => answered(route, () => JSON.stringify({ data: { users: nobody } })),
    sign: '.list-state',
  },
  refused: {
    weather: (route) => answered(route, () => JSON.stringify({ data: null, errors: [forbidden] })),
    sign: '.list-state',
  },
};

it.each(['en', 'jp'] as const)('has nothing for axe to find, and fits, in %s', async (language) => {
  const { page, context } = await staffDevice(product, 'Administrator', '/users', { language });
  const at = (path: string) => page.goto(`${product.world.url}${path}`);
  const found: string[] = [];
  const look = async (screen: string) => found.push(...(await flawsOf(page, screen)));

  await page.locator('table').waitFor();
  await look('list');
  await page.locator('td .dropdown-button').first().click();
  await page.getByRole('menu').waitFor();
  await look('row menu');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('tbody input[type=checkbox]').first().press('Space');
  await page.locator('.bulk-bar').waitFor();
  await look('ticked');
  await at('/users?search=nobody-is-called-so');
  await page.locator('.list-state').waitFor();
  await look('no match');
  for (const [name, { weather, sign }] of Object.entries(states)) {
    await listMeets(page, weather);
    await at('/users');
    await page.locator(sign).waitFor();
    await look(name);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await at('/users/new');
  await page.locator('input[name=email]').fill('somebody');
  await look('new');
  await page.locator('.back-link').click();
  await page.getByRole('alertdialog').waitFor();
  await look('unsaved work');
  const { rows } = await product.world.services.pool.query<{ id: string }>(
    "select id from users where email in ('teacher@demo.test', 'superadmin@demo.test', 'admin@demo.test') order by email",
  );
  for (const { id } of rows) {
    await at(`/users/${id}`);
    await page.locator('.user-facts').first().waitFor();
    await look('detail');
  }
  await at('/users/01987b5e-0000-7000-8000-000000000000');
  await page.locator('.panel').waitFor();
  await look('missing');
  await at('/users/import');
  await page.locator('.file-choice').waitFor();
  await look('import');
  expect(found).toEqual([]);
  await context.close();
});
