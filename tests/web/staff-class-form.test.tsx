import { forgetDevice } from '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classes } from '#api/ground/db/schema.ts';
import { showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { loseAnswers } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import { addStaff } from '../api/school.ts';

const world = keptWorld();
beforeEach(forgetDevice);

async function madeClass(className: string) {
  const { db } = world.services;
  const book = await makeTextBook(db);
  const room = await makeClass(db, { textbookId: book.id, className });
  await makeChild(db, { classId: room.id, name: 'Hina', pictures: ['owl', 'bear', 'frog'] });
  return room;
}

type Room = Awaited<ReturnType<typeof madeClass>>;

const staffAt = (path: string) => renderRoute({ world, path, role: 'Administrator' });

/** Changes the class in its form, as a teacher clicks, and saves it. */
async function changed({ id }: Room, change: (form: Awaited<ReturnType<typeof renderRoute>>) => Promise<void>) {
  const form = await staffAt(`${paths.classDetail(id)}?edit`);
  await form.screen.findByRole('button', { name: 'Save' });
  await change(form);
  const version = async () =>
    (await world.services.db.select().from(classes).where(eq(classes.id, id)))[0]?.version ?? 0;
  const before = await version();
  await form.user.click(form.screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await version()).toBe(before + 1));
}

const drafts = () => Object.entries<string>({ ...window.sessionStorage }).filter(([key]) => key.startsWith('draft:'));

/** The screen of a child that has typed the class code. */
async function typedBy({ classCode }: Room) {
  const { screen, user, router } = await renderRoute({ world, path: '/student/profiles' });
  await user.type(await screen.findByLabelText('Book code or class code'), classCode);
  await user.click(screen.getByRole('button', { name: 'Explore the book' }));
  return { screen, router };
}

/** Whether the class's page, the board, the printed sheet and the name cards show the class code. */
async function placesOf({ id, classCode, className }: Room) {
  const { screen, user } = await staffAt(paths.classDetail(id));
  const share = await screen.findByRole('region', { name: 'Hand out' });
  const has = (element: Element | null | undefined) => element?.textContent.includes(classCode);
  const onPage = has(share);
  const onSheet = has(document.querySelector('.class-print'));
  await user.click(within(share).getByRole('button', { name: 'Full screen' }));
  const onBoard = has(await screen.findByRole('dialog', { name: className }));
  const cards = await staffAt(`${paths.classDetail(id)}/name-cards`);
  await cards.screen.findAllByText('Hina');
  return { onPage, onSheet, onBoard, onCards: has(document.body) };
}

it('“Students can type the class code” switched off: the typed code opens nothing and stands nowhere', async () => {
  const room = await madeClass('Typed');
  const opened = await typedBy(room);
  await waitFor(() => expect(opened.router.state.location.pathname).toBe(paths.studentClass(room.classHashCode)));
  expect(await placesOf(room)).toEqual({ onPage: true, onSheet: true, onBoard: true, onCards: true });

  await changed(room, async ({ screen, user }) => {
    await user.click(screen.getByRole('checkbox', { name: 'Students can type the class code' }));
  });
  const refused = await typedBy(room);
  await refused.screen.findByRole('alert');
  expect(refused.router.state.location.pathname).toBe('/student/profiles');
  expect(await placesOf(room)).toEqual({ onPage: false, onSheet: false, onBoard: false, onCards: false });
  // The QR code still opens the class.
  const scanned = await renderRoute({ world, path: paths.studentClass(room.classHashCode) });
  await scanned.screen.findByRole('button', { name: /Hina/ });
});

it('what the form chooses under “On a new device, students show” is what the tablet asks for', async () => {
  const room = await madeClass('Guarded');
  showDialogs();
  const asked = async (option: string) => {
    await changed(room, async ({ screen, user }) => {
      await user.selectOptions(screen.getByRole('combobox', { name: /^On a new device, students show/ }), option);
    });
    // A second tablet has an empty cache.
    forgetDevice();
    await studentClient.clearStore();
    const { screen, user } = await renderRoute({ world, path: paths.studentClass(room.classHashCode) });
    await user.click(await screen.findByRole('button', { name: /Hina/ }));
    return screen;
  };
  const card = await asked('Their own card');
  await card.findByRole('dialog', { name: 'Hina, show your card' });
  expect(window.localStorage.getItem('profiles')).toBeNull();

  const pictures = await asked('Their three animals');
  const sheet = within(await pictures.findByRole('dialog'));
  sheet.getByRole('button', { name: 'Owl' });
  expect(pictures.queryByText(/show your card/)).toBeNull();
  expect(window.localStorage.getItem('profiles')).toBeNull();

  const none = await asked('Nothing');
  await none.findByRole('heading', { name: 'Guarded' });
  expect(window.localStorage.getItem('profiles')).toContain('Hina');
});

it('a draft that is restored after a reload names its school administrator', async () => {
  const lastName = `Mori${newId().slice(-6)}`;
  const owner = await addStaff(world, { role: 'SchoolOwner', firstName: 'Aki', lastName });
  const administrator = { name: /^School administrator/ };
  const first = await staffAt(paths.newClass);
  await first.user.type(await first.screen.findByRole('combobox', administrator), lastName);
  await first.user.click(await first.screen.findByRole('option', { name: new RegExp(lastName) }));
  await waitFor(() => expect(drafts().join(' ')).toContain(owner.id));
  const kept = drafts();

  const { screen, router } = await staffAt(paths.textbooks);
  await staffClient.clearStore();
  for (const [key, draft] of kept) window.sessionStorage.setItem(key, draft);
  await act(() => router.navigate(paths.newClass));
  const field = await screen.findByRole<HTMLInputElement>('combobox', administrator);
  await waitFor(() => expect(field.value).toContain(lastName));
});

/** The form of a new class with what it needs to be saved, and the code that it shows. */
async function newClassForm(className: string) {
  const { db } = world.services;
  const { name } = await makeTextBook(db, { name: `Book ${newId()}` });
  const lastName = `Mori${newId().slice(-6)}`;
  await addStaff(world, { role: 'SchoolOwner', firstName: 'Aki', lastName });
  const shown = await staffAt(paths.newClass);
  const { screen, user } = shown;
  await user.type(await screen.findByLabelText(/^Class name/), className);
  const choose = async (field: RegExp, option: string) => {
    await user.type(screen.getByRole('combobox', { name: field }), option);
    await user.click(await screen.findByRole('option', { name: new RegExp(option) }));
  };
  await choose(/^Textbook/, name);
  await choose(/^School administrator/, lastName);
  const code = () => document.querySelector('.new-code .code')?.textContent ?? '';
  await waitFor(() => expect(code()).not.toMatch(/^…?$/));
  const save = () => user.click(screen.getByRole('button', { name: 'Create class' }));
  return { ...shown, code, save };
}

/** The user returns to the tab after a long time. */
const returned = () =>
  act(async () => {
    await staffClient.refetchQueries({ include: 'active' });
  });

const codesOf = async (className: string) => {
  const named = eq(classes.className, className);
  return (await world.services.db.select().from(classes).where(named)).map(({ classCode }) => classCode);
};

it('a new class keeps the code that its form has shown, and is made once though the first answer is lost', async () => {
  const className = `Shown ${newId()}`;
  const { screen, code, save } = await newClassForm(className);
  const first = code();
  await returned();
  expect(code()).toBe(first);
  const findAgain = loseAnswers('CreateClass');
  await save();
  await waitFor(() => expect(document.querySelector('.form-problem')?.textContent).toMatch(/reach the server/));
  findAgain();
  await returned();
  await save();
  await screen.findByText(`${className} was created.`);
  expect(await codesOf(className)).toEqual([first]);
});

it('a new class gets another code once another class has taken the shown one', async () => {
  const className = `Taken ${newId()}`;
  const { screen, code, save } = await newClassForm(className);
  const first = code();
  const { id: textbookId } = await makeTextBook(world.services.db);
  await makeClass(world.services.db, { textbookId, classCode: first });
  await save();
  await waitFor(() => expect(code()).not.toBe(first));
  const second = code();
  await save();
  await screen.findByText(`${className} was created.`);
  expect(await codesOf(className)).toEqual([second]);
});
