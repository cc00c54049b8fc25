import '#tests/support/dom.ts';
import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { dayFromNow } from '#tests/support/teaching.ts';

const world = keptWorld();

test('the class list shows the classes of the current school year with their students; a search looks in every year', async () => {
  const { rows } = await world.services.pool.query<{ name: string; over: boolean; students: number }>(
    `select class_name as name, end_date < $1 as over,
            (select count(*) from class_profiles where class_id = classes.id)::int as students
       from classes where deleted_at is null and class_name like '%3年1組%' order by end_date`,
    [dayFromNow(0)],
  );
  const [last, current] = rows;
  if (!last?.over || !current || current.over) throw new Error('the demo school has no two years of one class');
  const { screen, user } = await renderRoute({ world, path: '/classes', role: 'Administrator' });
  const row = (await screen.findByRole('link', { name: current.name })).closest('tr');
  expect(row?.querySelector('[data-title="Students"]')?.textContent).toBe(String(current.students));
  expect(screen.queryByRole('link', { name: last.name })).toBeNull();
  // Six names would make a row as high as three.
  expect(screen.getByRole('link', { name: '5年2組 えいご' }).closest('tr')?.textContent).toContain('+ 4 more');
  const year = screen.getByLabelText<HTMLSelectElement>('Filter by school year');
  expect(year.selectedOptions[0]?.textContent).toMatch(/^School year \d{4}$/);
  await user.type(screen.getByRole('searchbox'), '3年1組');
  await screen.findByRole('link', { name: last.name });
  expect(year.selectedOptions[0]?.textContent).toBe('All school years');
});

test.each([
  ['/classes?year=abc', /^School year \d{4}$/],
  ['/classes?year=abc&status=active', /^All school years$/],
  ['/classes?year=2001', /^School year 2001$/],
])('the list at %s shows %s', async (path, shown) => {
  const { screen } = await renderRoute({ world, path, role: 'Administrator' });
  const year = await screen.findByLabelText<HTMLSelectElement>('Filter by school year');
  expect(year.selectedOptions[0]?.textContent).toMatch(shown);
});
