import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { apiKeys } from '#api/ground/db/schema.ts';
import { deleteLesson } from '#schema/rest/lessons.ts';
import { deleteTextBook } from '#schema/rest/textbooks.ts';
import { makePlace } from '#tests/api/samples/place.ts';
import { aKnownChild } from '#tests/api/privacy-child.ts';
import { send } from '#tests/api/school.ts';
import { demoPassword, signIn } from '#tests/support/people.ts';
import { givePasskey } from '#tests/support/passkeys.ts';
import { withWebFonts } from '#tests/support/browser.ts';
import { startProduct } from '#tests/support/product.ts';
import { makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { dayAfter } from '#web/staff/features/reports/period.ts';
import { walk } from './staff-look.ts';
import { emptied, forbidden, held, emptyOf, opened, refused, instead, type StaffScreen } from './staff-screens.ts';
import { fill } from './typed.ts';

const product = startProduct(undefined, withWebFonts);

const ofShell: readonly StaffScreen[] = [
  // First, because the walk passes through another unknown address between two screens and cannot tell the two apart.
  { path: '/nowhere', shows: '.notice a, main a' },
  {
    ...{ path: '/classes', shows: 'table' },
    states: {
      'beside a narrow navigation': opened('.menu-toggle', '.side-navigation.is-narrow'),
      'with languages to choose': opened('.top-bar-end .dropdown-button', '[role=menu]'),
      'with the account’s menu': instead(
        '[role=menu]',
        opened('.top-bar-end .dropdown-button >> nth=-1', '[role=menu]'),
      ),
    },
  },
  {
    ...{ path: '/users/new', shows: 'input[name=email]' },
    states: {
      'without a server, said in a toast': async (page) => {
        await page.route('**/graphql', (route) => route.fulfill({ status: 502, body: '<html>No</html>' }));
        for (const name of ['email', 'firstName', 'lastName']) await fill(page, name, 'walk@demo.test');
        await page.locator('[role=radiogroup] input').first().check({ force: true });
        await opened('.form-buttons button[type=submit]', '.form-problem')(page);
        await page.keyboard.press('F8');
        await page.locator('.toast button:focus').waitFor();
      },
    },
  },
  {
    ...{ path: '/users/new?draft', shows: 'input[name=email]' },
    states: {
      'with a draft that came back': async (page) => {
        await fill(page, 'email', 'somebody');
        await page.reload();
        await page.locator('.form-draft').waitFor();
      },
    },
  },
];

async function ofReports(): Promise<readonly StaffScreen[]> {
  const to = dayAfter(new Date().toISOString().slice(0, 10), 2);
  const year = `from=${dayAfter(to, -360)}&to=${to}`;
  const settled = '.report-totals[aria-busy=false]';
  const { pool } = product.world.services;
  const asked = (page: Page) => new URL(page.url()).searchParams.get('export');
  return [
    {
      ...{ path: `/reports?${year}`, shows: `${settled} + * .report-bars svg, .report-bars svg` },
      states: {
        'with its numbers': opened('.report-chart > button', '.report-numbers tfoot'),
        'with classes to choose': opened('.report-part input', '[role=option]'),
      },
    },
    { path: `/reports?tab=usage&${year}&type=read`, shows: '.list-card tbody tr' },
    {
      ...{ path: '/reports', shows: settled },
      states: {
        'without days': async (page) => {
          await fill(page, 'From', '');
          await fill(page, 'To', '');
          await refused('.report-dates button[type=submit]')(page);
        },
      },
    },
    {
      path: '/reports?from=2024-01-01&to=2026-01-01&class=019a0000-0000-7000-8000-000000000000',
      shows: '.report-chart-none',
    },
    { path: '/reports?from=2020-01-01&to=2020-01-08', shows: '.list-state' },
    {
      ...{ path: `/reports?${year}`, shows: '.list-skeleton', meets: { VisitorReport: held.meets } },
      states: { 'without an answer': held.lost('.list-state') },
    },
    {
      ...{ path: `/reports?${year}&type=read`, shows: settled, meets: { ReportExport: held.meets } },
      states: {
        'whose file is made': opened('.report-export button', '.report-export [role=progressbar]'),
        'whose file is there': async (page) => {
          await page.unrouteAll({ behavior: 'ignoreErrors' });
          await page.reload();
          await page.locator('.report-export button.bp6-intent-primary').waitFor();
        },
        'whose file could not be made': async (page) => {
          await pool.query("update report_exports set state = 'failed' where id = $1", [asked(page)]);
          await page.reload();
          await page.locator('.job-alert').waitFor();
        },
        'whose file is gone': async (page) => {
          await pool.query('delete from report_exports where id = $1', [asked(page)]);
          await page.reload();
          await page.locator('.job-alert').waitFor();
        },
      },
    },
  ];
}

async function ofCommunity(): Promise<readonly StaffScreen[]> {
  const { rows } = await product.world.services.pool.query<{ id: string }>(
    "select id from classes where class_name = '3年1組 Sunflowers'",
  );
  const wall = `/classes/${rows[0]?.id ?? ''}/community`;
  const role = 'Teacher';
  return [
    {
      ...{ path: wall, role, shows: '.post-picture img' },
      states: {
        'with states to choose': opened('.multi-filter-button', '.multi-filter-panel'),
        'with stamps to give': instead('.multi-filter-panel', opened('.post-replies button', '.reply-stamps')),
        'with a stamp that is given': opened('.reply-stamps button', '.post-replies li'),
        'with a large picture': opened('.post-picture', '.post-large img'),
      },
    },
    {
      ...{ path: '/community-queue', role, shows: '.post-card' },
      states: { 'by keys': opened('.post-keys', '.post-card:focus, .post-keys') },
    },
    { path: '/community-queue', role, shows: '.list-state', meets: { CommunityQueue: emptied } },
    { path: wall, role, shows: '.list-state', meets: { CommunityQueue: emptied } },
  ];
}

async function ofTools(): Promise<readonly StaffScreen[]> {
  const { world } = product;
  const { db } = world.services;
  const { accessToken: token, userId } = await signIn(world, 'Administrator');
  await Promise.all([db.delete(apiKeys), givePasskey(world.services, userId)]);
  const book = await makeTextBook(db, { name: 'Lost' });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  await send(world, deleteLesson, { token, params: { id: unit.id } }).expect(204);
  await send(world, deleteTextBook, { token, params: { Id: book.id } }).expect(204);
  const child = await aKnownChild(await makePlace(world));
  return [
    {
      ...{ path: '/trash', shows: 'table' },
      states: {
        'with kinds to choose': opened('.multi-filter-button', '.multi-filter-panel'),
        'with ticks': async (page) => {
          await page.keyboard.press('Escape');
          await page.locator('tbody input[type=checkbox]').first().press('Space');
          await page.locator('.bulk-bar').waitFor();
        },
      },
    },
    { path: '/trash', role: 'SchoolOwner', shows: '.list-state' },
    {
      ...{ path: '/audit', shows: 'tbody tr' },
      states: {
        'with people to choose': opened('.audit-person input', '[role=option]'),
        'of days the wrong way round': async (page) => {
          await page.keyboard.press('Escape');
          await fill(page, 'from', '2001-02-03');
          await fill(page, 'to', '2001-02-01');
          await refused('.audit-days button[type=submit]')(page);
        },
      },
    },
    { path: '/audit?from=2001-02-03&to=2001-02-04', shows: '.list-state' },
    { path: `/audit?thing=${book.id}`, shows: '.audit-only' },
    { path: '/audit?who=nobody', shows: '.list-state' },
    emptyOf('/audit', 'AuditEntries'),
    { path: '/privacy', shows: '.privacy-retention tbody tr' },
    emptyOf('/privacy', 'PrivacyProfiles'),
    {
      ...{ path: `/privacy/${child.id}`, shows: '.privacy-card' },
      states: {
        'to erase': opened('.privacy-card .bp6-intent-danger', '.privacy-erase'),
        'to erase, by no name': refused('.privacy-erase button[type=submit]'),
      },
    },
    { path: `/privacy/${newId()}`, shows: '.panel' },
    emptyOf('/api-keys', 'ApiKeys'),
    {
      ...{ path: '/api-keys/new', shows: 'input[name=name]' },
      states: {
        'of nothing': refused(),
        'of a service account': opened('label:has(input[name=kind][value=service])', '.picker'),
        made: async (page) => {
          await fill(page, 'name', `Walk ${newId()}`);
          await page.locator('.ticks input[type=checkbox]').first().press('Space');
          await opened('.form-buttons button[type=submit]', '.shown-once')(page);
        },
      },
    },
    {
      ...{ path: '/api-keys', shows: 'tbody tr' },
      states: {
        'to revoke': async (page) => {
          await opened('td .dropdown-button', '[role=menu]')(page);
          await opened('[role=menuitem]', '[role=alertdialog]')(page);
        },
      },
    },
    { path: '/system', shows: '.system-check' },
    {
      ...{ path: '/account', shows: '.account-sessions li' },
      states: {
        'with problems': refused('.account-password button[type=submit]'),
        'with a key for an app': async (page) => {
          await opened('.account-second-step button', '.account-second-step input')(page);
          await page.locator('.account-second-step input[name=password]').fill(demoPassword);
          await opened('.account-second-step button[type=submit]', '.second-step-secret svg')(page);
        },
        'with a passkey to rename': opened('.passkey-buttons button', '.account-passkeys input'),
      },
    },
    { path: '/trash', shows: '.list-state', meets: { Trash: forbidden } },
  ];
}

describe('at every width and in both languages, nothing is wrong with', () => {
  it('the shell', async () => {
    expect(await walk(product, ofShell)).toEqual([]);
  });

  it('reports', async () => {
    expect(await walk(product, await ofReports())).toEqual([]);
  });

  it('walls', async () => {
    expect(await walk(product, await ofCommunity())).toEqual([]);
  });

  it('tools', async () => {
    expect(await walk(product, await ofTools())).toEqual([]);
  });
});
