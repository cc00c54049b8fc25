import { expect, it } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { addStaff, makeSchools } from '#tests/api/school.ts';
import { demoEmail } from '#tests/support/people.ts';
import { withWebFonts } from '#tests/support/browser.ts';
import { startProduct } from '#tests/support/product.ts';
import { rosterFiles, zipOf } from '#tests/support/roster-package.ts';
import { walk } from './staff-look.ts';
import { forbidden, emptyOf, opened, refused, instead, type StaffScreen } from './staff-screens.ts';
import { fill } from './typed.ts';

const product = startProduct(undefined, withWebFonts);

const csv = (name: string, lines: readonly string[]) => ({
  ...{ name, mimeType: 'text/csv' },
  buffer: Buffer.from(lines.map((line) => `${line}\r\n`).join('')),
});

async function ofUsers(): Promise<readonly StaffScreen[]> {
  const { pool } = product.world.services;
  const { rows } = await pool.query<{ id: string; email: string }>(
    'select id, email from users where email = any($1)',
    [Object.values(demoEmail)],
  );
  const idOf = (email: string) => rows.find((row) => row.email === email)?.id ?? '';
  const invited = await addStaff(product.world, { role: 'Teacher', status: UserStatus.INVITED });
  const school = await makeSchools(product.world);
  const shared = await addStaff(product.world, { role: 'Teacher' });
  for (const schoolAdministratorId of [school.people.otherOwner.id, idOf(demoEmail.SchoolOwner)])
    await school.created('admin', { mainTeacherId: shared.id, schoolAdministratorId });

  const detail = (id: string) => ({ path: `/users/${id}`, shows: '.user-facts' });
  return [
    {
      ...{ path: '/users', shows: 'table' },
      states: {
        'with a row’s menu': opened('td .dropdown-button', '[role=menu]'),
        'with roles to choose': instead('[role=menu]', opened('.multi-filter-button', '.multi-filter-panel')),
        'with ticks': async (page) => {
          await page.keyboard.press('Escape');
          await page.locator('tbody input[type=checkbox]').first().press('Space');
          await page.locator('.bulk-bar').waitFor();
        },
      },
    },
    emptyOf('/users', 'Users'),
    { path: '/users', role: 'SchoolOwner', shows: 'table' },
    { path: '/users', shows: '.list-state', meets: { Users: forbidden } },
    {
      ...{ path: '/users/new', shows: 'input[name=email]' },
      states: {
        'of nothing': refused(),
        'with unsaved work': async (page) => {
          await fill(page, 'email', 'somebody');
          await opened('.back-link', '[role=alertdialog]')(page);
        },
      },
    },
    {
      ...detail(idOf(demoEmail.Teacher)),
      states: {
        'with another email': async (page) => {
          await fill(page, 'email', 'new.address@school.test');
          await page.locator('.user-email-move').waitFor();
        },
      },
    },
    detail(idOf(demoEmail.SuperAdmin)),
    detail(idOf(demoEmail.Administrator)),
    detail(invited.id),
    { ...detail(shared.id), role: 'SchoolOwner' },
    {
      ...detail(invited.id),
      states: {
        'changed meanwhile': async (page) => {
          await fill(page, 'firstName', 'Mine');
          await pool.query('update users set version = version + 1, updated_by_id = $1 where id = $2', [
            idOf(demoEmail.SuperAdmin),
            invited.id,
          ]);
          await opened('.form-buttons button[type=submit]', '.form-conflict')(page);
        },
      },
    },
    { path: `/users/${newId()}`, shows: '.panel' },
    {
      ...{ path: '/users/import', shows: '.file-choice' },
      states: {
        'without a column': async (page) => {
          await page.locator('input[type=file]').setInputFiles(csv('short.csv', ['email', 'a@school.test']));
          await page.locator('.import-problem').waitFor();
        },
        'with mistakes': async (page) => {
          const lines = [
            'email,last name,first name,role',
            `${newId()}@school.test,Walk,Ann,Teacher`,
            'teacher@,,,Boss',
          ];
          await page.locator('input[type=file]').setInputFiles(csv('people.csv', lines));
          await page.locator('.import-errors').waitFor();
        },
        done: opened('section .bp6-intent-primary', '.import-buttons'),
      },
    },
    { path: `/users/import?id=${newId()}`, shows: '.panel' },
  ];
}

const aPackage = async (name: string) => {
  const [child, lesson] = [`S-${newId()}`, `C-${newId()}`];
  const files = rosterFiles({
    people: [
      { id: `T-${newId()}`, role: 'teacher', family: '森', given: 'あや', email: 'nobody' },
      { id: child, role: 'student', family: '青木', given: 'あおい', kana: ['アオキ', 'アオイ'] },
    ],
    lessons: [{ id: lesson, title: '1-1', students: [[child, 1]] }],
    courses: { course: ['2026', ''] },
  });
  return { name, mimeType: 'application/zip', buffer: await zipOf({ ...files, 'demographics.csv': '' }) };
};

const ofRosters = (): readonly StaffScreen[] => [
  {
    ...{ path: '/users/roster', shows: '.file-choice' },
    states: {
      'with no package': async (page) => {
        await page.locator('input[type=file]').setInputFiles(csv('roster.csv', ['sourcedId']));
        await page.locator('.import-problem').waitFor();
      },
      checked: async (page) => {
        await page.locator('input[type=file]').setInputFiles(await aPackage('april.zip'));
        await page.locator('.roster-courses').waitFor();
      },
      done: async (page) => {
        await page.locator('.roster-counts .bp6-intent-primary').click();
        await page.locator('.roster-courses').waitFor({ state: 'detached' });
        await page.locator('.roster-counts').waitFor();
      },
    },
  },
  { path: `/users/roster?id=${newId()}`, shows: '.panel' },
];

it('nothing is wrong with rosters at every width and in both languages', async () => {
  expect(await walk(product, ofRosters())).toEqual([]);
});

it('nothing is wrong with users at every width and in both languages', async () => {
  expect(await walk(product, await ofUsers())).toEqual([]);
});
