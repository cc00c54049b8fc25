import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { eq, isNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { classes, memberships, schools, users } from '#api/ground/db/schema.ts';
import { PostApproval, UserStatus } from '#schema/rest/enumerations.ts';
import { staffName } from '#schema/staff-name.ts';
import { addStaff, makeSchools } from '#tests/api/school.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { staffClient } from '#web/staff/platform/apollo/client.ts';

const world = keptWorld();

type Rendered = Awaited<ReturnType<typeof renderRoute>>;

async function show(path: string, role: 'Administrator' | 'SchoolOwner' = 'Administrator'): Promise<Rendered> {
  // As on a page that is loaded anew.
  await staffClient.clearStore();
  return renderRoute({ world, path, role });
}

const tools = async ({ screen }: Rendered) => within(await screen.findByRole('navigation', { name: 'Tools' }));

async function create(name: string): Promise<Rendered> {
  const rendered = await show('/schools/new');
  const { screen, user } = rendered;
  await user.type(await screen.findByLabelText(/^Name/), name);
  await user.click(screen.getByRole('button', { name: 'Create school' }));
  await screen.findByRole('heading', { level: 1, name });
  return rendered;
}

async function choose({ screen, user }: Rendered, typed: string, option: RegExp): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('combobox'), typed);
  const found = await dialog.findByRole('option', { name: option });
  await user.pointer({ keys: '[MouseLeft>]', target: found });
}

async function aClassOfSchool() {
  const [row] = await world.services.db
    .select({ id: classes.id, className: classes.className, name: schools.name })
    .from(classes)
    .innerJoin(schools, eq(schools.id, classes.schoolId))
    .where(isNull(classes.deletedAt))
    .orderBy(classes.className)
    .limit(1);
  if (!row) throw new Error('no class belongs to a school');
  return row;
}

describe('several schools', () => {
  test('are listed, a new one is made, and renamed', async () => {
    const rendered = await create('Komorebi School');
    const { screen, user, router } = rendered;
    expect((await tools(rendered)).getByRole('link', { name: 'Schools' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Rename' }));
    const field = await screen.findByLabelText(/^Name/);
    await user.clear(field);
    await user.type(field, 'Hinata School');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('heading', { level: 1, name: 'Hinata School' });
    await router.navigate('/schools?search=hinata');
    const row = await screen.findByRole('row', { name: /^Hinata School/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['None', '0', '0']);
  });

  test('have members who are added, removed with a way back, and moved', async () => {
    await create('Other School');
    const teacher = await addStaff(world, { role: 'Teacher', firstName: 'Kaede', lastName: 'Movable' });
    const name = staffName(teacher);
    const rendered = await create('First School');
    const { screen, user } = rendered;
    await user.click(screen.getByRole('button', { name: 'Add member' }));
    await choose(rendered, 'Movable', /Kaede/);
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByRole('row', { name: new RegExp(`^${name}.*Teacher`) });
    await screen.findByText('1 person');

    const act = async (item: string) => {
      await user.click(screen.getByRole('button', { name: `Actions for ${name}` }));
      await user.click(await screen.findByRole('menuitem', { name: item }));
    };
    await act('Remove from school');
    await screen.findByText('No members yet');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('row', { name: new RegExp(`^${name}`) });

    await act('Move to another school');
    await choose(rendered, 'Other', /^Other School$/);
    await user.click(screen.getByRole('button', { name: 'Move' }));
    await screen.findByText(`${name} moved to Other School.`);
    await screen.findByText('No members yet');
  });

  test('keep a member whose classes nobody else has yet, and say which; once handed over, the member leaves', async () => {
    const { people, created, put } = await makeSchools(world);
    const [own] = await world.services.db
      .select({ id: memberships.schoolId })
      .from(memberships)
      .where(eq(memberships.userId, people.owner.id));
    const taught = await created('owner', { mainTeacherId: people.teacher.id, className: 'Sunflowers 3' });
    const name = staffName(people.teacher);
    const { screen, user } = await show(`/schools/${own?.id}`);
    const remove = async () => {
      await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
      await user.click(await screen.findByRole('menuitem', { name: 'Remove from school' }));
    };
    await remove();
    await screen.findByText(
      `${name} is needed on Sunflowers 3. Choose someone else for these classes, then remove the member.`,
    );
    expect(screen.getByRole('row', { name: new RegExp(`^${name}`) })).toBeTruthy();
    await put('owner', taught, { className: 'Sunflowers 3', mainTeacherId: people.colleague.id }).expect(200);
    await remove();
    await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(`^${name}`) })).toBeNull());
    const [kept] = await world.services.db.select().from(users).where(eq(users.id, people.teacher.id));
    expect(kept).toMatchObject({ status: UserStatus.ACTIVED, deletedAt: null });
  });

  test('are merged after a question that says that there is no way back', async () => {
    await create('Small School');
    const rendered = await create('Large School');
    const { screen, user } = rendered;
    await user.click(screen.getByRole('button', { name: 'Merge schools' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('You cannot undo this.')).toBeTruthy();
    const confirm = dialog.getByRole('button', { name: 'Merge' });
    expect(confirm).toHaveProperty('disabled', true);
    await choose(rendered, 'Small', /^Small School$/);
    await user.click(confirm);
    await screen.findByText('Small School merged into Large School.');
    expect(await world.services.db.$count(schools, sql`name = 'Small School'`)).toBe(0);
  });

  test('are named on their classes, in the list and in a class', async () => {
    const { screen, router } = await show('/classes');
    const { id, className, name } = await aClassOfSchool();
    await router.navigate(`/classes?search=${encodeURIComponent(className)}`);
    const row = await screen.findByRole('row', { name: new RegExp(className) });
    await within(row).findByText(name);
    await router.navigate(`/classes/${id}`);
    expect(await screen.findByRole('link', { name })).toBeTruthy();
  });

  test('are shown to a school owner of one of them as nothing; its address lets them rename it alone', async () => {
    const rendered = await show('/schools', 'SchoolOwner');
    const { screen, user } = rendered;
    const link = await within(await screen.findByRole('table')).findByRole('link');
    expect((await tools(rendered)).queryByRole('link', { name: 'Schools' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'New school' })).toBeNull();
    await user.click(link);
    await screen.findByRole('button', { name: 'Rename' });
    for (const name of ['Merge schools', 'Add member']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('have settings, which a school owner with one school finds among the tools', async () => {
    const rendered = await show('/classes', 'SchoolOwner');
    const { screen, user } = rendered;
    await user.click(await (await tools(rendered)).findByRole('link', { name: 'School settings' }));
    await screen.findByRole('heading', { level: 1, name: 'School settings' });
    const limit = screen.getByLabelText(/^Posts per student and day/);
    await user.clear(limit);
    await user.type(limit, 'five');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Enter a whole number; 0 for no limit.');
    await user.clear(limit);
    await user.type(limit, '5');
    await user.selectOptions(screen.getByLabelText(/^Posts of new classes/), 'Show at once');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('School settings saved.');
    const [saved] = await world.services.db.select().from(schools).where(eq(schools.worksPerDay, 5));
    expect(saved).toMatchObject({ approval: PostApproval.SHOW, timeZone: '' });
  });
});
