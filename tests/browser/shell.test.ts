import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  type Role,
  roleAllowed,
  roles,
  type StaffArea,
  staffAreas,
  type StaffTool,
  staffTools,
} from '#schema/access.ts';
import { newId } from '#api/ground/db/ids.ts';
import { startProduct } from '#tests/support/product.ts';
import { comeTo, deviceAt, fill, heading, staffAt, wordsOf } from './staff-walk.ts';

const product = startProduct();

const widthOf = (page: Page) =>
  page.locator('.side-navigation').evaluate((element) => Math.round(element.getBoundingClientRect().width));

/** Where each area and tool begins, in the order of the navigation, and what is below it. */
const addresses: readonly (readonly [area: StaffArea | StaffTool, path: string, ...below: string[]])[] = [
  ['users', '/users', '/users/new', '/users/import'],
  ['classes', '/classes'],
  ['textbooks', '/textbooks', '/text-books/new', `/text-books/${newId()}/map`],
  ['reports', '/reports'],
  ['schools', '/schools', '/schools/new'],
  ['communityQueue', '/community-queue'],
  ['trash', '/trash'],
  ['audit', '/audit'],
  ['privacy', '/privacy'],
  ['apiKeys', '/api-keys', '/api-keys/new'],
  ['webhooks', '/webhooks', '/webhooks/new'],
  ['system', '/system'],
  ['ownAccount', '/account'],
];
const rolesOf: Record<StaffArea | StaffTool, readonly Role[]> = { ...staffAreas, ...staffTools };

describe('the side navigation', () => {
  it('is 275 px wide or narrow, never over the page, and remembered', async () => {
    const { page, complaints, context } = await staffAt(product, 'Administrator', '/textbooks');
    await expect.poll(() => widthOf(page)).toBe(275);
    const toggle = page.locator('.menu-toggle');
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    const target = await toggle.boundingBox();
    expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await toggle.press('Enter');
    await expect.poll(() => widthOf(page)).toBe(58);
    await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false');
    await page.reload();
    await expect.poll(() => widthOf(page)).toBe(58);
    // Permanent: a click on the page leaves it where it is, beside the page.
    await heading(page, 'Textbooks').click();
    expect(await widthOf(page)).toBe(58);
    const left = await page.locator('main').evaluate((main) => main.getBoundingClientRect().left);
    expect(left).toBeGreaterThanOrEqual(58);
    // Icons alone have their titles for those who point at them or stand on them.
    const users = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Users' });
    const title = () => users.locator('.side-title').evaluate((element) => getComputedStyle(element).opacity);
    await users.hover();
    await expect.poll(title).toBe('1');
    await page.mouse.move(700, 700);
    await expect.poll(title).toBe('0');
    await page.locator('.top-bar-end .dropdown-button').last().focus();
    await page.keyboard.press('Tab');
    await expect.poll(title).toBe('1');
    await users.press('Enter');
    await heading(page, 'Users').waitFor();
    await expect.poll(() => users.getAttribute('aria-current')).toBe('page');
    await toggle.click();
    await expect.poll(() => widthOf(page)).toBe(275);
    await page.reload();
    await expect.poll(() => widthOf(page)).toBe(275);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(roles)('shows a %s what the role may see, and the gate keeps them out of the rest', async (role) => {
    const open = addresses.filter(([area]) => roleAllowed(role, rolesOf[area])).map(([, path]) => path);
    const first = open[0] ?? '';
    // A school owner of one school is shown the settings of that school in place of schools.
    const shown = open.map((path) =>
      path === '/schools' && role === 'SchoolOwner'
        ? (expect.stringMatching(/^\/schools\/[\da-f-]{36}\/settings$/) as string)
        : path,
    );
    const { page, complaints, context } = await staffAt(product, role, first);
    const links = page.locator('.side-navigation a');
    await expect.poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(shown);
    const closed = addresses.filter(([, path]) => !open.includes(path)).flatMap(([, ...paths]) => paths);
    for (const path of closed) {
      await comeTo(page, path);
      await expect.poll(() => new URL(page.url()).pathname, { message: path }).toBe(first);
    }
    await page.locator('main h1').waitFor();
    await expect.poll(() => page.locator('.side-navigation a[aria-current=page]').getAttribute('href')).toBe(first);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('sends whoever is not signed in to the login, and from there to the page asked for', async () => {
    const { page, complaints, context } = await deviceAt(product, '/reports?tab=usage');
    await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('to') === '/reports?tab=usage');
    for (const [, path] of addresses) {
      await comeTo(page, path);
      await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('to') === path);
      await page.locator('input[name=email]').waitFor();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the top bar', () => {
  it('names the signed-in person, changes the language by keys, keeps it, and logs out', async () => {
    const [language, other] = ['jp', 'en'] as const;
    const names = { en: 'English', jp: '日本語' } as const;
    const { page, complaints, context } = await staffAt(product, 'Administrator', '/classes', { language });
    const account = page.locator('.top-bar-end .dropdown-button').last();
    await expect.poll(() => account.innerText()).toMatch(/David Miller|Miller David/);
    const menu = page.getByRole('button', {
      name: `${wordsOf(language, 'shell')('chooseLanguage')}: ${names[language]}`,
    });
    await menu.press('Enter');
    await page.getByRole('menuitemradio', { name: names[language], checked: true }).waitFor();
    const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await hasFocus(menu)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: names[language] }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await hasFocus(account)).toBe(true);
    await menu.press('Enter');
    await page.getByRole('menuitemradio', { name: names[other] }).press('Enter');
    const words = wordsOf(other, 'shell');
    await heading(page, wordsOf(other, 'shell')('classes')).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en');
    await page.reload();
    await heading(page, words('classes')).waitFor();

    await account.press('Enter');
    expect(await page.getByRole('menuitem').count()).toBe(1);
    await page.getByRole('menuitem', { name: words('logOut') }).press('Enter');
    await page.waitForURL(`${product.world.url}/login`);
    expect(await page.evaluate(() => localStorage.getItem('loginInfo'))).toBeNull();
    await page.locator('input[name=email]').waitFor();
    await page.goto(`${product.world.url}/classes`);
    await page.waitForURL('**/login?to=*');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('asks before logging out with unsaved work, and leaves nothing of it in the tab', async () => {
    const { page, complaints, context } = await staffAt(product, 'SchoolOwner', '/users/new');
    await fill(page, 'firstName', 'Half-typed');
    const logOut = async () => {
      await page.locator('.top-bar-end .dropdown-button').last().click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await logOut();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.waitFor();
    await question.getByRole('button', { name: 'Stay on this page' }).press('Enter');
    await question.waitFor({ state: 'detached' });
    expect(await page.locator('input[name=firstName]').inputValue()).toBe('Half-typed');
    await logOut();
    await question.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login*');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Half-typed');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the Back button', () => {
  const one = async (query: string): Promise<string> => {
    const { rows } = await product.world.services.pool.query<{ id: string }>(query);
    return rows[0]?.id ?? '';
  };

  /** Every staff screen by its address, with something of the demo school on it. */
  async function screens(): Promise<string[]> {
    const [lesson, sounds, book, classId, user, child, school] = await Promise.all([
      one('select id from lessons where deleted_at is null order by id limit 1'),
      one('select id from contents where type = 5 and deleted_at is null order by id limit 1'),
      one('select id from textbooks where deleted_at is null order by id limit 1'),
      one('select id from classes where deleted_at is null order by id limit 1'),
      one("select id from users where email = 'teacher@demo.test'"),
      one('select id from profiles where deleted_at is null order by id limit 1'),
      one('select id from schools order by id limit 1'),
    ]);
    const below = ['', '/students', '/community', '/activity', '/name-cards'];
    return [
      ...['/users', '/users/new', '/users/import', `/users/${user}`, '/classes', '/classes/add'],
      ...below.map((part) => `/classes/${classId}${part}`),
      ...['/textbooks?view=grid', '/text-books/new', `/text-books/${book}`, `/text-books/${book}/map`],
      ...[`/text-books/${book}/units/new`, `/units/${lesson}`, `/units/${lesson}/contents/new`],
      ...[`/contents/${sounds}`, `/contents/${sounds}/push-and-listen`, '/reports?tab=usage', '/community-queue'],
      ...[
        '/audit',
        '/privacy',
        `/privacy/${child}`,
        '/api-keys',
        '/api-keys/new',
        '/webhooks',
        '/webhooks/new',
        '/system',
      ],
      ...['/schools', '/schools/new', `/schools/${school}`],
    ];
  }

  it('leads to every screen again', async () => {
    const { page, complaints, context } = await staffAt(product, 'Administrator', '/trash');
    const title = () => page.locator('main h1').innerText();
    const elsewhere = page.locator('.side-navigation a[href="/trash"]');
    for (const path of await screens()) {
      await comeTo(page, path);
      await expect.poll(title, { message: path }).not.toBe('Trash');
      const found = await title();
      expect(found, path).not.toMatch(/not found|went wrong/);
      await elsewhere.click();
      await expect.poll(title, { message: path }).toBe('Trash');
      await page.goBack();
      await expect.poll(title, { message: path }).toBe(found);
      expect(page.url()).toContain(path);
      await elsewhere.click();
      await expect.poll(title, { message: path }).toBe('Trash');
    }
    expect(complaints.filter((text) => !/net::ERR_|Failed to load/.test(text))).toEqual([]);
    await context.close();
  });
});
