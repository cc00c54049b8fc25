import { forgetDevice } from '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { newId } from '#api/ground/db/ids.ts';
import { profiles, studentSwitches } from '#api/ground/db/schema.ts';
import { StudentSwitch } from '#schema/rest/enumerations.ts';
import { showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { paths } from '#web/paths.ts';
import { setSwitch, switches, switchesOf } from '#web/student/platform/own-switches.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { infoOf, type Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { shareProgress } from '#web/student/platform/share-progress.ts';
import { furiganaSwitch, musicSwitch, tapsSwitch } from '#web/student/platform/switches.ts';

const world = keptWorld();

beforeEach(() => {
  vi.restoreAllMocks();
  showDialogs();
  forgetDevice();
  act(() => profileStore.setInfo(null));
});

async function aChild(name = 'Mia'): Promise<Profile> {
  const child = { id: newId(), name, animal: 'cat' } as const;
  await world.services.db.insert(profiles).values(child);
  return { ...child, token: await signStudentToken(world.services.secrets, child.id), classIds: [], place: null };
}

const hold = (...children: readonly Profile[]) => act(() => children.forEach((child) => profileStore.add(child)));
const arrive = (child: Profile | null) => act(() => profileStore.setInfo(child && infoOf(child)));
const states = () => switches.map((one) => one.get());
const unsentOf = ({ id }: Profile) => switchesOf(id).filter(({ at }) => at !== null);
const allOn = [true, true, true];

async function keptOf({ id }: Profile): Promise<[StudentSwitch, boolean][]> {
  const { db } = world.services;
  const rows = await db.select().from(studentSwitches).where(eq(studentSwitches.profileId, id));
  return rows.map((row): [StudentSwitch, boolean] => [row.switch, row.isOn]).sort();
}

/** Another tablet, which was never here, or the next child of this one. */
async function onNextDevice(child: Profile): Promise<void> {
  act(forgetDevice);
  expect(states()).toEqual(allOn);
  hold(child);
  arrive(child);
}

describe('a child’s switches', () => {
  it('that are set on one tablet are set on the next', async () => {
    const child = await aChild();
    const { screen, user } = await renderRoute({ world, path: paths.profiles() });
    hold(child);
    arrive(child);
    await user.click(await screen.findByRole('button', { name: /Settings/ }));
    const sheet = within(await screen.findByRole('dialog'));
    await user.click(sheet.getByRole('button', { name: 'Music' }));
    expect(sheet.getByRole('button', { name: 'Music' }).getAttribute('aria-pressed')).toBe('false');
    await waitFor(async () => expect(await keptOf(child)).toEqual([[StudentSwitch.MUSIC, false]]));
    await waitFor(() => expect(unsentOf(child)).toEqual([]));

    await onNextDevice(child);
    await waitFor(() => expect(states()).toEqual([false, true, true]));
    act(() => setSwitch(musicSwitch, true));
    await waitFor(async () => expect(await keptOf(child)).toEqual([[StudentSwitch.MUSIC, true]]));
  });

  it('are the child’s own on a shared tablet, which keeps its own for who has set none, and for nobody', async () => {
    await renderRoute({ world, path: paths.profiles() });
    const [mia, leo, noa] = [await aChild(), await aChild('Leo'), await aChild('Noa')];
    hold(mia, leo, noa);
    act(() => setSwitch(tapsSwitch, false));
    expect(window.localStorage.getItem('sounds')).toBe('false');
    arrive(mia);
    act(() => setSwitch(musicSwitch, false));
    arrive(leo);
    act(() => setSwitch(tapsSwitch, true));
    expect(states()).toEqual(allOn);
    arrive(mia);
    expect(states()).toEqual([false, false, true]);
    for (const who of [noa, null]) {
      arrive(who);
      expect(states()).toEqual([true, false, true]);
    }
    await waitFor(async () => {
      expect(await keptOf(mia)).toEqual([[StudentSwitch.MUSIC, false]]);
      expect(await keptOf(leo)).toEqual([[StudentSwitch.TAPS, true]]);
    });
    expect(await keptOf(noa)).toEqual([]);
  });

  it('that are set without a network are kept, and sent when it is back', async () => {
    await renderRoute({ world, path: paths.profiles() });
    const child = await aChild();
    hold(child);
    arrive(child);
    await shareProgress();
    const offline = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
    act(() => setSwitch(furiganaSwitch, false));
    await act(shareProgress);
    expect(offline).toHaveBeenCalled();
    expect(await keptOf(child)).toEqual([]);
    expect(states()).toEqual([true, true, false]);
    offline.mockRestore();
    window.dispatchEvent(new Event('online'));
    await waitFor(async () => expect(await keptOf(child)).toEqual([[StudentSwitch.FURIGANA, false]]));
  });

  it('that are set while others are being sent, on a slow network, stay as the child set them last', async () => {
    await renderRoute({ world, path: paths.profiles() });
    const child = await aChild();
    hold(child);
    arrive(child);
    await shareProgress();
    act(() => setSwitch(musicSwitch, false));
    const [clock, send] = [Date.now, globalThis.fetch];
    let keptAtFirst: unknown;
    vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...sent) => {
      setSwitch(musicSwitch, true);
      // Five seconds pass on this device before the server hears of the first change.
      vi.spyOn(Date, 'now').mockImplementation(() => clock() + 5_000);
      const answer = await send(...sent);
      keptAtFirst = await keptOf(child);
      return answer;
    });
    await act(shareProgress);
    expect(keptAtFirst).toEqual([[StudentSwitch.MUSIC, false]]);
    expect(states()).toEqual(allOn);
    await waitFor(() => expect(unsentOf(child)).toEqual([]));
    expect(await keptOf(child)).toEqual([[StudentSwitch.MUSIC, true]]);
    expect(states()).toEqual(allOn);
  });
});

describe('the switches that an earlier version kept for the device', () => {
  const old = { lastUnit: null, done: {}, unsent: {}, openedAt: null };

  function anOldDevice(...children: readonly Profile[]): void {
    window.localStorage.setItem('furigana', 'false');
    window.localStorage.setItem('progress', JSON.stringify(Object.fromEntries(children.map(({ id }) => [id, old]))));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
    hold(...children);
  }

  it('are taken along for its only child, without changing what the child has set elsewhere', async () => {
    await renderRoute({ world, path: paths.profiles() });
    const [mia, leo] = [await aChild(), await aChild('Leo')];
    const set = { switch: StudentSwitch.FURIGANA, isOn: true, setAt: new Date() };
    await world.services.db.insert(studentSwitches).values({ ...set, profileId: leo.id });
    anOldDevice(mia);
    arrive(mia);
    await waitFor(async () => expect(await keptOf(mia)).toEqual([[StudentSwitch.FURIGANA, false]]));
    await onNextDevice(mia);
    await waitFor(() => expect(states()).toEqual([true, true, false]));

    act(forgetDevice);
    anOldDevice(leo);
    arrive(leo);
    await waitFor(() => expect(states()).toEqual(allOn));
    expect(await keptOf(leo)).toEqual([[StudentSwitch.FURIGANA, true]]);
  });

  it('are the starting value of every child of a shared one, and nobody’s own', async () => {
    await renderRoute({ world, path: paths.profiles() });
    const [mia, leo] = [await aChild(), await aChild('Leo')];
    anOldDevice(mia, leo);
    for (const child of [mia, leo]) {
      arrive(child);
      await act(shareProgress);
      expect(switchesOf(child.id)).toEqual([]);
      expect(states()).toEqual([true, true, false]);
    }
    expect([await keptOf(mia), await keptOf(leo)]).toEqual([[], []]);
  });
});

it.each(['[', '[]', '{"p1":4}', '{"p1":{"MUSIC":"off","setAt":[]}}', '{"p1":{"setAt":{"MUSIC":1}}}'])(
  'a child’s switches are unset where the storage has %s',
  (stored) => {
    window.localStorage.setItem('switches', stored);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'switches' })));
    expect(switchesOf('p1')).toEqual([]);
  },
);
