import { expect, it } from 'vitest';
import type { Role } from '#schema/access.ts';
import { startProduct } from '#tests/support/product.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();

const one = async (query: string): Promise<string> => {
  const { rows } = await product.world.services.pool.query<{ id: string }>(query);
  return rows[0]?.id ?? '';
};

/** Every staff screen of a role by its address, with something of the demo school on it. */
async function screensOf(role: Role): Promise<string[]> {
  const teacher = "(select id from users where email = 'teacher@demo.test')";
  const [lesson, sounds, book, classId, user, child] = await Promise.all([
    one('select id from lessons where deleted_at is null limit 1'),
    one('select id from contents where type = 5 and deleted_at is null limit 1'),
    one('select id from textbooks where deleted_at is null limit 1'),
    one(`select id from classes where main_teacher_id = ${teacher} and deleted_at is null limit 1`),
    one("select id from users where email = 'teacher@demo.test'"),
    one('select id from profiles where deleted_at is null limit 1'),
  ]);
  const classes = ['', '/students', '/community', '/activity', '/name-cards'].map(
    (part) => `/classes/${classId}${part}`,
  );
  const ofTeachers = ['/classes', '/classes/add', ...classes, '/trash'];
  const ofOwners = ['/users', '/users/new', '/users/import', `/users/${user}`, '/classes', '/classes/add', '/trash'];
  const ofAdministrators = [
    ...new Set([...ofOwners, ...classes]),
    '/textbooks?view=grid',
    '/text-books/new',
    `/text-books/${book}`,
    `/text-books/${book}/map`,
    `/text-books/${book}/units/new`,
    `/units/${lesson}`,
    `/units/${lesson}/contents/new`,
    `/contents/${sounds}`,
    `/contents/${sounds}/push-and-listen`,
    '/reports?tab=usage',
    '/community-queue',
    '/audit',
    '/privacy',
    `/privacy/${child}`,
    '/api-keys',
    '/system',
    '/api-keys/new',
  ];
  const all: Record<Role, string[]> = {
    Teacher: [...ofTeachers, '/community-queue'],
    SchoolOwner: ofOwners,
    Administrator: ofAdministrators,
    SuperAdmin: [
      '/users',
      '/classes',
      '/textbooks',
      '/reports',
      '/trash',
      '/audit',
      '/privacy',
      '/api-keys',
      '/system',
    ],
  };
  return all[role];
}

it.each(['SuperAdmin', 'Administrator', 'SchoolOwner', 'Teacher'] as const)(
  'brings a %s to every screen by its address, by loading it again, and by going back',
  async (role) => {
    const { page, complaints, context } = await staffAt(product, role, '/classes');
    const title = () => page.locator('main h1').innerText();
    const elsewhere = page.locator('.side-navigation a[href="/trash"]');
    for (const path of await screensOf(role)) {
      await page.goto(`${product.world.url}${path}`);
      await page.locator('main h1').waitFor();
      expect(`${new URL(page.url()).pathname}${new URL(page.url()).search}`).toBe(path);
      const found = await title();
      expect(found, path).not.toMatch(/not found|went wrong/);
      await page.reload();
      await expect.poll(title).toBe(found);
      if (path === '/trash') continue;
      await elsewhere.click();
      await expect.poll(title).toBe('Trash');
      await page.goBack();
      await expect.poll(title).toBe(found);
      expect(page.url()).toContain(path);
    }
    expect(complaints.filter((text) => !/net::ERR_|Failed to load/.test(text))).toEqual([]);
    await context.close();
  },
);
