import { forgetDevice } from '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { newId } from '#api/ground/db/ids.ts';
import { ChildGuard } from '#schema/rest/enumerations.ts';
import { showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { holdRequests } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';
import { nextTask } from '#web/shared/next-task.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { placeIn } from '#web/student/platform/profiles/stored-profile.ts';

const world = keptWorld();
beforeAll(showDialogs);
beforeEach(forgetDevice);

type Shown = Awaited<ReturnType<typeof renderRoute>>;

/** A class of three children, of whom Bea has a profile on the device. */
async function classroom(childGuard: ChildGuard) {
  const { db, secrets } = world.services;
  const book = await makeTextBook(db);
  const room = await makeClass(db, { textbookId: book.id, className: 'Room 1', childGuard });
  const make = (name: string) => makeChild(db, { classId: room.id, name, pictures: ['cat', 'owl', 'cat'] });
  const [ann, bea, cid] = [await make('Ann'), await make('Bea'), await make('Cid')];
  const shown = await renderRoute({ world, path: paths.studentClass(room.classHashCode) });
  const place = placeIn({ ...room, textBook: book });
  const token = await signStudentToken(secrets, bea.id);
  act(() => profileStore.add({ id: bea.id, name: 'Bea', animal: 'owl', token, classIds: [room.id], place }));
  const tile = (name: string) => shown.screen.findByRole('button', { name: `${name}, that’s me` });
  await tile('Bea');
  const press = async (name: string) => shown.user.click(await tile(name));
  return { ...shown, place, ann, bea, cid, tile, press };
}

const chosen = () => profileStore.getState().info?.id;
const isInClass = ({ screen }: Shown) => screen.findByRole('heading', { name: 'Room 1' });

/** Waits until the device keeps the child's profile, and for all that its answer starts. */
async function isKept(name: string): Promise<void> {
  await waitFor(() => expect(profileStore.getState().profiles.map((one) => one.name)).toContain(name));
  await act(nextTask);
  await act(nextTask);
}

/** Shows three animals in the child's open sheet. */
async function showAnimals({ screen, user }: Shown, name: string, shown = ['Cat', 'Owl', 'Cat']): Promise<void> {
  const sheet = within(await screen.findByRole('dialog', { name: new RegExp(name) }));
  for (const animal of shown) await user.click(sheet.getByRole('button', { name: animal }));
}

const close = async ({ screen, user }: Shown) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));

describe('the tablet stays the child’s that was chosen last', () => {
  it('when the answer for an earlier tile comes late', async () => {
    const shown = await classroom(ChildGuard.NONE);
    const { isSent, letGo } = holdRequests('TakeProfile');
    await shown.press('Ann');
    await isSent(1);
    await shown.press('Bea');
    await isInClass(shown);
    letGo(0);
    await isKept('Ann');
    expect(chosen()).toBe(shown.bea.id);
  });

  it('when both tiles need an answer', async () => {
    const shown = await classroom(ChildGuard.NONE);
    const { isSent, letGo } = holdRequests('TakeProfile');
    await shown.press('Ann');
    await isSent(1);
    await shown.press('Cid');
    await isSent(2);
    letGo(1);
    await isInClass(shown);
    letGo(0);
    await isKept('Ann');
    expect(chosen()).toBe(shown.cid.id);
  });

  it('when the answer for three animals comes after their sheet was closed', async () => {
    const shown = await classroom(ChildGuard.PICTURES);
    const { isSent, letGo } = holdRequests('TakeProfile');
    await shown.press('Ann');
    await showAnimals(shown, 'Ann');
    await isSent(1);
    await close(shown);
    letGo(0);
    await isKept('Ann');
    expect(chosen()).toBeUndefined();
    // The next child's animals count, whatever is under way.
    await shown.press('Cid');
    await showAnimals(shown, 'Cid');
    await isSent(2);
    letGo(1);
    await isInClass(shown);
    expect(chosen()).toBe(shown.cid.id);
  });

  it('when the next child shows its animals before the answer for the first one', async () => {
    const shown = await classroom(ChildGuard.PICTURES);
    const { isSent, letGo } = holdRequests('TakeProfile');
    await shown.press('Ann');
    await showAnimals(shown, 'Ann');
    await isSent(1);
    await close(shown);
    await shown.press('Cid');
    await showAnimals(shown, 'Cid');
    await isSent(2);
    letGo(0);
    await isKept('Ann');
    expect(chosen()).toBeUndefined();
    letGo(1);
    await isInClass(shown);
    expect(chosen()).toBe(shown.cid.id);
  });

  it('when the answer for a new name comes after its sheet was closed, and the name is made once', async () => {
    const shown = await classroom(ChildGuard.NONE);
    const { held, isSent, letGo } = holdRequests('CreateStudent');
    await shown.user.click(await shown.screen.findByRole('button', { name: 'Someone new' }));
    const sheet = within(await shown.screen.findByRole('dialog'));
    await shown.user.type(sheet.getByLabelText('Your name'), 'Dan');
    await shown.user.dblClick(sheet.getByRole('button', { name: 'Start' }));
    await isSent(1);
    await close(shown);
    await shown.press('Bea');
    await isInClass(shown);
    letGo(0);
    await isKept('Dan');
    expect(chosen()).toBe(shown.bea.id);
    expect(held).toHaveLength(1);
  });

  it('when another page is loading before the answer', async () => {
    const shown = await classroom(ChildGuard.NONE);
    const { isSent, letGo } = holdRequests('TakeProfile');
    await shown.press('Ann');
    await isSent(1);
    const pending: (() => void)[] = [];
    vi.spyOn(i18next, 'loadNamespaces').mockImplementationOnce(() => new Promise((resolve) => pending.push(resolve)));
    await shown.user.click(shown.screen.getByRole('link', { name: 'For grown-ups: check this device' }));
    await waitFor(() => expect(pending).toHaveLength(1));
    letGo(0);
    await isKept('Ann');
    expect(chosen()).toBeUndefined();
    pending[0]?.();
    await waitFor(() => expect(shown.router.state.location.pathname).toBe(paths.check));
    expect(chosen()).toBeUndefined();
  });

  it('when a card’s page was left before the answer, also for the next new tab', async () => {
    const shown = await classroom(ChildGuard.CARD);
    const { isSent, letGo } = holdRequests('TakeCard');
    await act(() => shown.router.navigate(`/student/card#${shown.ann.cardCode}`));
    await isSent(1);
    await act(() => shown.router.navigate(-1));
    await shown.press('Bea');
    await isInClass(shown);
    letGo(0);
    await isKept('Ann');
    expect(chosen()).toBe(shown.bea.id);
    expect(window.localStorage.getItem('card')).toBeNull();
  });
});

it('a typed code opens nothing once a child was chosen', async () => {
  const { screen, user, router } = await renderRoute({ world, path: '/student/profiles' });
  act(() => profileStore.add({ id: newId(), name: 'Bea', animal: 'owl', token: 'none', classIds: [], place: null }));
  const { held, isSent, letGo } = holdRequests('TypedCode');
  await user.type(await screen.findByLabelText('Book code or class code'), 'hello1');
  const open = screen.getByRole('button', { name: 'Explore the book' });
  await user.click(open);
  await isSent(1);
  expect(open.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Bea, that’s me' }));
  letGo(0);
  await waitFor(() => expect(open.getAttribute('aria-disabled')).toBe('false'));
  expect(router.state.location).toMatchObject({ pathname: '/student/profiles', state: null });
  // The same code opens when the child asks again, also before the earlier answer.
  await user.click(open);
  await isSent(2);
  await user.click(screen.getByRole('button', { name: 'Bea, that’s me' }));
  await user.dblClick(open);
  letGo(1);
  await waitFor(() => expect(router.state.location.pathname).toBe('/student/unit-list'));
  expect(held).toHaveLength(2);
});

it('the animals that a child shows after “Start over” count, not the earlier ones', async () => {
  const shown = await classroom(ChildGuard.PICTURES);
  const { isSent, letGo } = holdRequests('TakeProfile');
  await shown.press('Ann');
  await showAnimals(shown, 'Ann', ['Dog', 'Dog', 'Dog']);
  await isSent(1);
  await shown.user.click(shown.screen.getByRole('button', { name: 'Start over' }));
  await showAnimals(shown, 'Ann');
  await isSent(2);
  letGo(0);
  letGo(1);
  await isInClass(shown);
  expect(chosen()).toBe(shown.ann.id);
});

it('a child of one of several classes is in its own class after its animals', async () => {
  const [other, own] = [await classroom(ChildGuard.PICTURES), await classroom(ChildGuard.PICTURES)];
  act(forgetDevice);
  const guarded = { animal: 'cat', token: 'old', isTaken: true, asksPictures: true, classIds: [] } as const;
  act(() => {
    profileStore.add({ ...guarded, id: own.ann.id, name: 'Ann', place: own.place });
    profileStore.add({ ...guarded, id: other.cid.id, name: 'Cid', place: other.place });
  });
  await act(() => own.router.navigate('/student/profiles'));
  await own.press('Ann');
  await showAnimals(own, 'Ann');
  await isInClass(own);
  expect(chosen()).toBe(own.ann.id);
});

it('a child that taps its tile twice is asked for once, and is in its class', async () => {
  const shown = await classroom(ChildGuard.NONE);
  const { held, isSent, letGo } = holdRequests('TakeProfile');
  await shown.press('Ann');
  await shown.press('Ann');
  await isSent(1);
  expect((await shown.tile('Ann')).getAttribute('aria-busy')).toBe('true');
  letGo(0);
  await isInClass(shown);
  expect([chosen(), held.length]).toEqual([shown.ann.id, 1]);
});
