import '#tests/support/dom.ts';
import { act, fireEvent, waitFor, within, type BoundFunctions, type queries } from '@testing-library/react';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { encodeWav } from '#api/app/demo/sounds/wav.ts';
import { newId } from '#api/ground/db/ids.ts';
import { contents, pushAndListenItems as items } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { takeForms } from '#tests/support/form-requests.ts';
import { holdRequests, loseAnswers } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeContent, makeLesson, makeMedia, makePushAndListenItem, makeTextBook } from '#tests/support/teaching.ts';
import { nameOfFile } from '#web/staff/features/sounds/sound-choice.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';
import { addStaff } from '../api/school.ts';

const world = keptWorld();
let contentId = '';
let fileName = '';
let audioMediaId = '';
beforeEach(async () => {
  const { db } = world.services;
  const [pictured] = await db.select().from(contents).where(eq(contents.type, ContentType.PUSH_AND_LISTEN)).limit(1);
  const { id: textbookId } = await makeTextBook(db);
  const { id: lessonId } = await makeLesson(db, { textbookId, position: 0 });
  ({ id: contentId } = await makeContent(db, {
    ...{ lessonId, position: 0, type: ContentType.PUSH_AND_LISTEN },
    pageImageMediaId: pictured?.pageImageMediaId ?? null,
  }));
  fileName = `cow ${newId()}.wav`;
  ({ id: audioMediaId } = await makeMedia(db, { fileName, durationMs: 1000 }));
});

const stored = () =>
  world.services.db.select().from(items).where(eq(items.contentId, contentId)).orderBy(asc(items.position));

/** A stored item, with a spot. */
const makeItem = () =>
  makePushAndListenItem(world.services.db, {
    ...{ contentId, audioMediaId, position: 0, name: 'cow', fileName: 'its own.wav' },
    ...{ spotX: 10, spotY: 10, spotWidth: 20, spotHeight: 20 },
  });

/** A colleague changes it. */
async function changedElsewhere(id: string, change: Partial<typeof items.$inferInsert>) {
  const colleague = await addStaff(world, { role: 'Administrator', firstName: 'Kei', lastName: 'Ono' });
  const edited = { version: 2, updatedAt: new Date(), updatedById: colleague.id };
  await world.services.db
    .update(items)
    .set({ ...change, ...edited })
    .where(eq(items.id, id));
}

/** The user returns to the tab after a long time. */
const returned = () =>
  act(async () => {
    await staffClient.refetchQueries({ include: 'active' });
  });

async function show() {
  const path = `/contents/${contentId}/push-and-listen`;
  const shown = await renderRoute({ world, path, role: 'Administrator' });
  const { screen, user } = shown;
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  await screen.findByRole('button', { name: 'Add files' });
  const typeName = async (dialog: BoundFunctions<typeof queries>, name: string) => {
    const field = dialog.getByLabelText(/^Name/);
    await user.clear(field);
    await user.type(field, name);
  };
  const openEdit = async (name: string) => {
    await press(`Actions for ${name}`);
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    return within(await screen.findByRole('dialog'));
  };
  return { ...shown, press, typeName, openEdit };
}

function chooseFiles(...names: readonly string[]): void {
  const input = document.querySelector('.add-sounds input[type=file]') ?? document.body;
  const beep = encodeWav(Float32Array.from({ length: 11_025 }, (_, at) => Math.sin(at / 8) * 0.4));
  const files = names.map((name) => new File([new Uint8Array(beep)], name, { type: 'audio/wav' }));
  fireEvent.change(input, { target: { files } });
}

type Shown = Awaited<ReturnType<typeof show>>;

describe('a new sound', () => {
  test('of a chosen file is tried again without another upload, and comes once', async () => {
    const { screen, press } = await show();
    const network = takeForms();
    const findAgain = loseAnswers('CreatePushAndListenItem');
    chooseFiles('dog.wav');
    const line = within(await screen.findByRole('list', { name: 'Uploads' }));
    await line.findByText(/Can’t reach the server/);
    findAgain();
    network.isOn = false;
    await press('Try again');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
    await screen.findByText('dog');
    expect(await stored()).toMatchObject([{ name: 'dog' }]);
  });

  test('that waits in the queue is not left without a question', async () => {
    const { screen, user, router } = await show();
    takeForms();
    const { isSent, letGo } = holdRequests('CreatePushAndListenItem');
    chooseFiles('dog.wav', 'cat.wav');
    await isSent(1);
    await act(() => router.navigate('/users'));
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'Stay on this page' }));
    expect(router.state.location.pathname).toMatch(/push-and-listen$/);
    letGo(0);
    await isSent(2);
    letGo(1);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
    await act(() => router.navigate('/users'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
  });

  test('of the dialog comes once, though the first answer is lost, and another like it is another', async () => {
    const { screen, user, press, typeName } = await show();
    await press('Record or add a sound');
    const dialog = within(await screen.findByRole('dialog', { name: 'New sound' }));
    async function fill() {
      await typeName(dialog, 'horse');
      await user.click(dialog.getByRole('button', { name: 'Earlier sounds' }));
      await user.type(await dialog.findByRole('combobox'), fileName);
      await user.click(await screen.findByRole('option', { name: new RegExp(fileName) }));
    }
    await fill();
    const findAgain = loseAnswers('CreatePushAndListenItem');
    await user.click(dialog.getByRole('button', { name: 'Save and add another' }));
    await waitFor(() => expect(document.querySelector('.form-problem')?.textContent).toMatch(/reach the server/));
    findAgain();
    await user.click(dialog.getByRole('button', { name: 'Save and add another' }));
    await waitFor(() => expect(dialog.getByLabelText(/^Name/)).toHaveProperty('value', ''));
    expect(await stored()).toHaveLength(1);
    await fill();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await stored()).toHaveLength(2);
  });
});

describe('a sound’s dialog with something typed', () => {
  test.each([
    ['Escape', (shown: Shown) => shown.user.keyboard('{Escape}')],
    ['Cancel', (shown: Shown) => shown.press('Cancel')],
    ['a link', ({ router }: Shown) => act(() => router.navigate('/users'))],
  ])('asks before %s closes it', async (_, leave) => {
    const shown = await show();
    const { screen, user, press, typeName } = shown;
    await press('Record or add a sound');
    const dialog = within(await screen.findByRole('dialog', { name: 'New sound' }));
    await typeName(dialog, 'horse');
    await leave(shown);
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'Stay on this page' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(dialog.getByLabelText(/^Name/)).toHaveProperty('value', 'horse');
    await leave(shown);
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('closes at once where nothing was typed', async () => {
    const { screen, user, press } = await show();
    await press('Record or add a sound');
    await screen.findByRole('dialog', { name: 'New sound' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('a sound that a colleague has changed', () => {
  test.each([
    ['that the list shows already', returned],
    ['that nobody has seen', () => Promise.resolve()],
  ])('shows the change %s before it is saved', async (_, meanwhile) => {
    const { id } = await makeItem();
    const { screen, user, openEdit, typeName } = await show();
    const dialog = await openEdit('cow');
    await typeName(dialog, 'mine');
    await changedElsewhere(id, { name: 'theirs', spotX: 50 });
    await meanwhile();
    const save = () => user.click(dialog.getByRole('button', { name: 'Save' }));
    await save();
    await dialog.findByText(/^Kei Ono changed this on/);
    await user.click(dialog.getByRole('button', { name: 'Load the new version' }));
    expect(dialog.getByLabelText(/^Name/)).toHaveProperty('value', 'theirs');
    await user.click(dialog.getByRole('button', { name: 'Restore my changes' }));
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await stored()).toMatchObject([{ name: 'mine', spotX: 50, fileName: 'its own.wav', version: 3 }]);
  });

  test('keeps its new spot when another is drawn, until the new one was seen', async () => {
    const { id } = await makeItem();
    const { screen, press } = await show();
    await press('Change spot of cow');
    await press('Remove spot');
    await changedElsewhere(id, { spotX: 50 });
    await returned();
    await press('Save spot');
    await screen.findByText(/^Kei Ono changed this on/);
    expect(await stored()).toMatchObject([{ spotX: 50, version: 2 }]);

    await press('Cancel');
    await press('Change spot of cow');
    await press('Remove spot');
    await press('Save spot');
    await screen.findByText('Spot of cow removed.');
    expect(await stored()).toMatchObject([{ spotX: null, version: 3 }]);
  });
});

test('a spot is saved though the sound was renamed while its tools were open', async () => {
  await makeItem();
  const { screen, user, press, openEdit, typeName } = await show();
  await press('Change spot of cow');
  await press('Remove spot');
  const dialog = await openEdit('cow');
  await typeName(dialog, 'bull');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByRole('heading', { name: 'Spot of bull' });
  await press('Place a spot in the middle');
  await press('Save spot');
  await screen.findByText('Spot of bull saved.');
  expect(await stored()).toMatchObject([{ name: 'bull', spotX: 40, fileName: 'its own.wav', version: 3 }]);
});

test('a sound’s name is cut between characters, since half of one is no text', () => {
  expect(nameOfFile(`${'a'.repeat(199)}𠮷.mp3`)).toBe('a'.repeat(199));
  expect(nameOfFile(`${'a'.repeat(198)}𠮷野.mp3`)).toBe(`${'a'.repeat(198)}𠮷`);
});
