import '#tests/support/dom.ts';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { graphql, signIn } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { keptWorld } from '#tests/support/kept-world.ts';

const world = keptWorld();

interface ClassSeen {
  readonly id: string;
  readonly className: string;
  readonly version: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly textBook: { readonly id: string };
}

async function asAdministrator<Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
  const { accessToken } = await signIn(world, 'Administrator');
  const { data, errors } = await graphql<Data>(world, query, variables, { authorization: `Bearer ${accessToken}` });
  if (!data) throw new Error(JSON.stringify(errors));
  return data;
}

async function firstClass(): Promise<ClassSeen> {
  const { classes } = await asAdministrator<{ classes: { items: ClassSeen[] } }>(
    '{ classes(page: { size: 1 }) { items { id className version startDate endDate textBook { id } } } }',
  );
  const [found] = classes.items;
  if (!found) throw new Error('the demo school has no class');
  return found;
}

describe('signing in', () => {
  test('leads back to the page asked for', async () => {
    const { screen, user, router } = await renderRoute({ world, path: '/classes?status=inactive' });
    await user.type(await screen.findByLabelText(/Email or username/), 'teacher@demo.test');
    await user.type(screen.getByLabelText(/^Password/), 'learn-together{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/classes'));
    expect(router.state.location.search).toBe('?status=inactive');
    expect(JSON.parse(window.localStorage.getItem('loginInfo') ?? '{}')).toMatchObject({ role: 'Teacher' });
  });

  test('refuses a wrong pair in a toast and beside the form', async () => {
    const { screen, user } = await renderRoute({ world, path: '/login' });
    await user.type(await screen.findByLabelText(/Email or username/), 'nobody@demo.test');
    await user.type(screen.getByLabelText(/^Password/), 'not the password{Enter}');
    await waitFor(() => expect(screen.getAllByText('Please check Email and Password')).toHaveLength(2));
  });

  test('is not asked of somebody who is signed in', async () => {
    const { router } = await renderRoute({ world, path: '/login', role: 'Teacher' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/classes'));
  });
});

describe('the class list', () => {
  test('names the term that nothing matches, and clears it', async () => {
    const { screen, user, router } = await renderRoute({ world, path: '/classes?search=zzzz', role: 'Administrator' });
    await screen.findByRole('heading', { name: 'No results for “zzzz”' });
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await screen.findAllByRole('row');
    expect(router.state.location.search).toBe('');
  });

  test('says by which column it is sorted, and sorts by another', async () => {
    const { screen, user, router } = await renderRoute({ world, path: '/classes', role: 'Administrator' });
    const name = await screen.findByRole('columnheader', { name: 'Class name' });
    expect(name.getAttribute('aria-sort')).toBe('ascending');
    await user.click(screen.getByRole('button', { name: 'School year' }));
    expect(router.state.location.search).toBe('?sort=end_date');
    expect(screen.getByRole('columnheader', { name: 'School year' }).getAttribute('aria-sort')).toBe('ascending');
  });

  test('waits with the search until kanji are chosen', async () => {
    const { screen, router } = await renderRoute({ world, path: '/classes', role: 'Administrator' });
    const box = await screen.findByRole('searchbox');
    fireEvent.compositionStart(box);
    fireEvent.change(box, { target: { value: 'えいご' } });
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
    expect(router.state.location.search).toBe('');
    fireEvent.compositionEnd(box);
    await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('search')).toBe('えいご'));
  });
});

describe('a change of classes', () => {
  test('takes an archived class out of the list of active ones, at once and after leaving it', async () => {
    const { screen, user, router } = await renderRoute({
      world,
      path: '/classes?status=active',
      role: 'Administrator',
    });
    const [menu] = await screen.findAllByRole('button', { name: /^Actions for / });
    const className = menu?.getAttribute('aria-label')?.replace('Actions for ', '') ?? '';
    if (menu) await user.click(menu);
    await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: className })).toBeNull());
    await act(() => router.navigate('/users'));
    await screen.findByRole('heading', { name: 'Users' });
    await act(() => router.navigate('/classes?status=active'));
    await screen.findAllByRole('button', { name: /^Actions for / });
    expect(screen.queryByRole('link', { name: className })).toBeNull();
  });

  test('shows a new name of its textbook and of its teacher in the list that was open before', async () => {
    const { id, textBook } = await firstClass();
    const { rows } = await world.services.pool.query<{ teacher: string; book: string; name: string }>(
      `select main_teacher_id as teacher, textbooks.name as book, class_name as name
         from classes join textbooks on textbooks.id = textbook_id where classes.id = $1`,
      [id],
    );
    const [before] = rows;
    const { screen, user, router } = await renderRoute({ world, path: '/classes?year=all', role: 'Administrator' });
    const row = () => screen.findByRole('row', { name: new RegExp(before?.name ?? '') });
    expect((await row()).textContent).toContain(before?.book);
    await act(() => router.navigate(`/text-books/${textBook.id}?edit`));
    const name = await screen.findByLabelText(/^Name/);
    await user.clear(name);
    await user.type(name, 'Renamed book');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('heading', { name: 'Renamed book' });
    await act(() => router.navigate(`/users/${before?.teacher ?? ''}`));
    const lastName = await screen.findByLabelText(/^Last name/);
    await user.clear(lastName);
    await user.type(lastName, 'Renamed');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('heading', { name: 'Users' });
    await act(() => router.navigate('/classes?year=all'));
    expect((await row()).textContent).toMatch(/Renamed book.*Renamed/);
  });
});

describe('a class after its last day', () => {
  test('is called ended, and not active', async () => {
    const { id, className } = await firstClass();
    await world.services.pool.query(
      `update classes set status = 0, start_date = '2020-04-01', end_date = '2021-03-31' where id = $1`,
      [id],
    );
    // In an order that no other test has asked for, since the page keeps the lists of earlier tests.
    const { screen } = await renderRoute({ world, path: '/classes?sort=end_date&year=all', role: 'Administrator' });
    const links = await screen.findAllByRole('link', { name: className });
    const row = links.find((link) => link.getAttribute('href') === `/classes/${id}`)?.closest('tr');
    if (!row) throw new Error('the class is not in the list');
    expect(within(row).getByText('Ended').className).toContain('status-quiet');
    expect(within(row).queryByText('Active')).toBeNull();
  });
});

test('a Japanese list has no English on its selects', async () => {
  const { screen } = await renderRoute({ world, path: '/classes', role: 'Administrator', language: 'jp' });
  await screen.findAllByRole('row');
  expect((await screen.findAllByRole('combobox')).length).toBeGreaterThan(1);
  expect(document.body.innerHTML).not.toContain('Open dropdown');
  const words = screen.getAllByRole<HTMLOptionElement>('option').map(({ value, text }) => [value, text]);
  expect(words).toEqual(
    expect.arrayContaining([
      ['active', '有効'],
      ['inactive', '無効'],
    ]),
  );
});

describe('the class form', () => {
  test('says what is missing when it is sent, and puts the focus there', async () => {
    const { screen, user } = await renderRoute({ world, path: '/classes/add', role: 'Administrator' });
    await user.click(await screen.findByRole('button', { name: 'Create class' }));
    await screen.findByText('Class name is required');
    expect(screen.getByText('Textbook is required')).toBeTruthy();
    const name = screen.getByLabelText(/^Class name/);
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(name.getAttribute('aria-invalid')).toBe('true');
  });

  test('takes the message back while the field is mended', async () => {
    const { screen, user } = await renderRoute({ world, path: '/classes/add', role: 'Administrator' });
    const name = await screen.findByLabelText(/^Class name/);
    await user.click(name);
    await user.tab();
    await screen.findByText('Class name is required');
    await user.type(name, '3');
    expect(screen.queryByText('Class name is required')).toBeNull();
  });

  test('asks before unsaved work is left', async () => {
    const { screen, user, router } = await renderRoute({ world, path: '/classes/add', role: 'Administrator' });
    await user.type(await screen.findByLabelText(/^Class name/), 'Half');
    await act(() => router.navigate('/classes'));
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Stay on this page' }));
    expect(router.state.location.pathname).toBe('/classes/add');
    expect(screen.getByLabelText(/^Class name/)).toHaveProperty('value', 'Half');
  });

  test('shows who changed the class meanwhile, and loses neither version', async () => {
    const seen = await firstClass();
    const { screen, user } = await renderRoute({ world, path: `/classes/${seen.id}?edit`, role: 'Administrator' });
    const name = await screen.findByLabelText(/^Class name/);
    await asAdministrator('mutation($input: UpdateClassInput!) { updateClass(input: $input) { id } }', {
      input: {
        id: seen.id,
        version: seen.version,
        className: 'Theirs',
        textBookId: seen.textBook.id,
        startDate: seen.startDate,
        endDate: seen.endDate,
        status: 'ACTIVE',
        secondaryTeacherIds: [],
        approvalRequired: true,
      },
    });
    await user.clear(name);
    await user.type(name, 'Mine');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/^David Miller changed this on/);
    await user.click(screen.getByRole('button', { name: 'Load the new version' }));
    expect(name).toHaveProperty('value', 'Theirs');
    await user.click(screen.getByRole('button', { name: 'Restore my changes' }));
    expect(name).toHaveProperty('value', 'Mine');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('heading', { name: 'Mine' });
    expect((await firstClassById(seen.id)).className).toBe('Mine');
  });
});

async function firstClassById(id: string): Promise<ClassSeen> {
  const query = 'query($id: ID!) { class(id: $id) { id className version startDate endDate textBook { id } } }';
  return (await asAdministrator<{ class: ClassSeen }>(query, { id })).class;
}

test('a class of another school is not found', async () => {
  const { screen } = await renderRoute({
    world,
    path: '/classes/01987b5e-0000-7000-8000-000000000000',
    role: 'Teacher',
  });
  await screen.findByRole('heading', { name: 'Class not found' });
});
