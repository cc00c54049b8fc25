import { describe, expect, it } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { withWebFonts } from '#tests/support/browser.ts';
import { demoEmail } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { giveProvider } from '#tests/support/sign-in-provider.ts';
import { walk } from './staff-look.ts';
import { instead, emptyOf, opened, refused, type StaffScreen } from './staff-screens.ts';

const product = startProduct(undefined, withWebFonts);

async function ofSchools(): Promise<readonly StaffScreen[]> {
  const { rows } = await product.world.services.pool.query<{ id: string }>(
    `select school_id as id from memberships join users on users.id = user_id
      where email = $1 and memberships.role = 'SchoolOwner'`,
    [demoEmail.SchoolOwner],
  );
  const schoolId = rows[0]?.id ?? '';
  await giveProvider(product.world.services, { schoolId });
  const path = `/schools/${schoolId}`;
  return [
    { path: '/schools', shows: 'table' },
    { path: '/schools', role: 'SuperAdmin', shows: 'table' },
    emptyOf('/schools', 'Schools'),
    { ...{ path: '/schools/new', shows: 'input[name=name]' }, states: { 'of nothing': refused() } },
    {
      ...{ path, shows: '.school-facts' },
      states: {
        'with a member’s menu': opened('td .dropdown-button', '[role=menu]'),
        'to move a member': async (page) => {
          await opened('[role=menuitem]', '.school-choice input')(page);
          await page.locator('.school-choice input').press('ArrowDown');
          await page.locator('.picker-list [role=option]').first().waitFor();
        },
        'to add a member': instead('.school-choice', opened('.school-members-header button', '.school-choice input')),
        'to merge': instead('.school-choice', opened('.page-actions button', '.school-choice input')),
        'to merge with one that is chosen': async (page) => {
          await page.locator('.school-choice input').press('ArrowDown');
          await page.locator('.picker-list [role=option]').first().waitFor();
          await page.locator('.school-choice input').press('Enter');
          await page.locator('.confirm-buttons button:last-child:not([disabled])').waitFor();
        },
      },
    },
    { path, role: 'SchoolOwner', shows: '.school-facts' },
    { path: `${path}?edit`, shows: 'input[name=name]' },
    { path: `${path}/settings`, role: 'SchoolOwner', shows: 'input[name=worksPerDay]' },
    {
      ...{ path: `${path}/settings`, shows: '.providers li' },
      states: {
        'with a provider that answers': opened(
          '.provider-buttons button',
          '.provider-facts [data-problem=false]:not(:empty)',
        ),
        'with a provider to remove': opened('.provider-buttons button:last-child', '.confirm'),
        'with a provider’s fields': instead('.confirm', opened('.providers > button', '.provider-form input')),
        'with problems of a provider': async (page) => {
          await refused('.provider-form button[type=submit]')(page);
          // The header would cover a part of the other form's buttons.
          await page.evaluate(() => scrollTo(0, 0));
        },
      },
    },
    { path: `/schools/${newId()}`, shows: '.panel' },
  ];
}

describe('at every width and in both languages, nothing is wrong with', () => {
  it('schools', async () => {
    expect(await walk(product, await ofSchools())).toEqual([]);
  });
});
