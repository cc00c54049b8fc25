import '#tests/support/dom.ts';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classes, schools } from '#api/ground/db/schema.ts';
import { addStaff } from '#tests/api/school.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { dayFromNow, makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { endingYear } from '#web/staff/features/classes/form/school-year.ts';

const world = keptWorld();

/** The plan for some classes of one name, whose next classes are about to be edited. */
async function planned(count: number) {
  const { db } = world.services;
  const name = `Turn ${newId()}`;
  const { id: textbookId } = await makeTextBook(db);
  const year = endingYear(dayFromNow(0));
  const days = { startDate: `${year}-04-01`, endDate: `${year + 1}-03-31` };
  const ids: string[] = [];
  for (let at = 1; at <= count; at += 1) {
    const className = `${name} ${at}`;
    const { id } = await makeClass(db, { textbookId, className, ...days, searchText: className.toLowerCase() });
    ids.push(id);
  }
  const shown = await renderRoute({ world, path: '/classes/next-year', role: 'Administrator' });
  const { screen, user } = shown;
  fireEvent.change(await screen.findByLabelText('Search classes'), { target: { value: name } });
  for (let at = 1; at <= count; at += 1) {
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^${name} ${at}`) }));
  }
  const goTo = async (step: string) => user.click(await screen.findByRole('link', { name: `Continue: ${step}` }));
  await goTo('Next classes');
  return { ...shown, ids, name, textbookId, goTo };
}

const isDraft = (key: string) => key.startsWith('draft:');

/** The ids of the classes in the stored plan. */
function chosen(): readonly string[] {
  const [key = ''] = Object.keys(window.sessionStorage).filter(isDraft);
  const { classIds = [] } = JSON.parse(window.sessionStorage.getItem(key) ?? '{}') as { classIds?: string[] };
  return classIds;
}

test('“Continue without them”, pressed twice, leaves the classes in the plan that exist', async () => {
  const { screen, user, ids, goTo } = await planned(3);
  const [first = '', ...others] = ids;
  await screen.findAllByRole('button', { name: /^Change / });
  await world.services.db.update(classes).set({ deletedAt: new Date() }).where(eq(classes.id, first));
  await goTo('Students');
  // A change asks for the plan again, which now lacks the class.
  await user.click(await screen.findByRole('checkbox', { name: 'Renumber the students by reading' }));
  await user.dblClick(await screen.findByRole('button', { name: 'Continue without them' }));
  expect(chosen()).toEqual(others);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Continue without them' })).toBeNull());
});

test('a field that is not valid holds the form and the step', async () => {
  const { screen, user, router, goTo } = await planned(2);
  const [change, another] = await screen.findAllByRole('button', { name: /^Change / });
  if (!change || !another) throw new Error('the plan lacks classes');
  await user.click(change);
  const field = await screen.findByLabelText(/^Class name/);
  await user.clear(field);
  await user.click(another);
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute('aria-invalid')).toBe('true');

  await goTo('Students');
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
  await user.click(question.getByRole('button', { name: 'Stay on this page' }));
  expect(router.state.location.search).toContain('step=next');
  await user.type(field, 'Sakura');
  await goTo('Students');
  await waitFor(() => expect(router.state.location.search).toContain('step=students'));
});

test('the undo of a turn brings its plan back', async () => {
  const { screen, user, ids, goTo } = await planned(1);
  await goTo('Students');
  await goTo('Check');
  const make = await screen.findByRole('button', { name: 'Make 1 class' });
  await waitFor(() => expect(make).toHaveProperty('disabled', false));
  await user.click(make);
  const toast = (await screen.findByText('1 class was made.')).closest<HTMLElement>('.toast') ?? document.body;
  await screen.findByText('0 classes chosen');
  expect(chosen()).toEqual([]);
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await screen.findByText('1 class chosen');
  expect(chosen()).toEqual(ids);
  // The plan is asked for again, so the classes can be made again.
  for (const step of ['Next classes', 'Students', 'Check']) await goTo(step);
  const again = await screen.findByRole('button', { name: 'Make 1 class' });
  await waitFor(() => expect(again).toHaveProperty('disabled', false));
  await user.click(again);
  await screen.findByText('1 class was made.');
});

test('a school is chosen among all, and has its own classes alone', async () => {
  const { db } = world.services;
  const { id: textbookId } = await makeTextBook(db);
  const year = endingYear(dayFromNow(0));
  const days = { startDate: `${year}-04-01`, endDate: `${year + 1}-03-31` };
  const name = `School ${newId()}`;
  const { id: schoolAdministratorId } = await addStaff(world, { role: 'SchoolOwner' });
  for (const className of [`${name} A`, `${name} B`]) {
    const { schoolId } = await makeClass(db, { textbookId, className, ...days, schoolAdministratorId });
    await db
      .update(schools)
      .set({ name, searchText: name.toLowerCase() })
      .where(eq(schools.id, schoolId ?? ''));
  }
  const { screen, user } = await renderRoute({ world, path: '/classes/next-year', role: 'Administrator' });
  const school = await screen.findByRole('combobox', { name: 'School' });
  await user.click(school);
  await user.type(school, name);
  await user.click(await screen.findByRole('option', { name }));
  await user.click(await screen.findByRole('checkbox', { name: 'Choose all 2 classes' }));
  await screen.findByText('2 classes chosen');
  await user.click(screen.getByRole('button', { name: 'All schools' }));
  await waitFor(() => expect(screen.getAllByRole('checkbox').length).toBeGreaterThan(3));
  expect(chosen()).toHaveLength(2);
});
