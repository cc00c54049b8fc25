import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createProfileStore } from '#web/student/platform/profiles/profile-store.ts';
import { randomUuid } from '#web/shared/random-uuid.ts';
import { infoOf, type Place, type Profile } from '#web/student/platform/profiles/stored-profile.ts';

const mia: Profile = { id: 'p1', name: 'Mia', animal: 'cat', token: 't1', classIds: [], place: null };
const ken: Profile = { ...mia, id: 'p2', name: 'Ken', animal: 'fox', token: 't2' };
const place: Place = { hashCode: 'k1', classId: 'c1', className: 'Class 1', textBookId: 'b1', textBookName: 'Book' };
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const openStore = () => createProfileStore({ local: () => window.localStorage, session: () => window.sessionStorage });
const sessionKey = () => window.sessionStorage.getItem('sessionKey');

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});

describe('the profiles of a device', () => {
  it('are kept in the local list `profiles`, from which hasProfiles is read', () => {
    expect(openStore().getState().hasProfiles).toBe(false);
    openStore().add(mia);
    expect(JSON.parse(window.localStorage.getItem('profiles') ?? '')).toEqual([mia]);
    expect(openStore().getState()).toMatchObject({ hasProfiles: true, profiles: [mia] });
  });

  it.each(['{', 'null', '7', '{"a":1}', '[null, 3, {"id":"x"}, {"id":1,"name":"n","token":"t","animal":"cat"}]'])(
    'are none when the stored list is %s',
    (stored) => {
      window.localStorage.setItem('profiles', stored);
      expect(openStore().getState()).toMatchObject({ hasProfiles: false, profiles: [], info: null });
    },
  );

  it('keep what another tab added meanwhile', () => {
    const [one, other] = [openStore(), openStore()];
    one.add(mia);
    other.add(ken);
    one.onStorage({ key: 'profiles' });
    expect(one.getState().profiles.map(({ name }) => name)).toEqual(['Mia', 'Ken']);
  });

  it('end the active profile when another tab removed it, and tell those who follow', () => {
    const [one, other] = [openStore(), openStore()];
    one.add(mia);
    one.setInfo(infoOf(mia));
    const listener = vi.fn();
    one.subscribe(listener);
    other.onStorage({ key: 'profiles' });
    other.remove('p1');
    one.onStorage({ key: 'profiles' });
    expect(one.getState()).toMatchObject({ info: null, hasProfiles: false });
    expect(listener).toHaveBeenCalled();
  });

  it('give the next new tab to the child whose card was scanned, once, and for its time', () => {
    openStore().add(mia);
    const newTab = (until: number, info: unknown = infoOf(mia)) => {
      window.sessionStorage.clear();
      window.localStorage.setItem('card', JSON.stringify({ info, until }));
      return openStore().getState().info;
    };
    expect(newTab(Date.now() - 1_000)).toBeNull();
    expect(newTab(Date.now() + 60_000, { ...infoOf(mia), id: 'removed' })).toBeNull();
    expect(newTab(Date.now() + 60_000)).toEqual(infoOf(mia));
    // Loaded again, the tab is still this child's.
    expect(openStore().getState().info).toEqual(infoOf(mia));
    window.sessionStorage.clear();
    expect(openStore().getState().info).toBeNull();
  });

  it.each([
    ['nobody', null],
    ['another child', ken],
  ])('give no new tab to the child of a card once the device has gone on to %s', (_case, next) => {
    const store = openStore();
    store.add(mia);
    store.add(ken);
    window.localStorage.setItem('card', JSON.stringify({ info: infoOf(mia), until: Date.now() + 60_000 }));
    store.setInfo(infoOf(mia));
    expect(window.localStorage.getItem('card')).toContain('p1');
    store.setInfo(next && infoOf(next));
    window.sessionStorage.clear();
    expect(openStore().getState().info).toBeNull();
  });

  it('live in memory where the storage is full', () => {
    const full = { ...window.localStorage, getItem: () => null, setItem: () => fail() } as unknown as Storage;
    const store = createProfileStore({ local: () => full, session: () => full });
    store.add(mia);
    store.add(ken);
    store.setInfo(infoOf(ken));
    const kept = { profiles: [mia, ken], hasProfiles: true, info: { id: 'p2' } };
    expect(store.getState()).toMatchObject(kept);
    expect(store.onRestored()).toBe(false);
    expect(store.getState()).toMatchObject(kept);
  });
});

function fail(): never {
  throw new DOMException('full', 'QuotaExceededError');
}

describe('the active profile', () => {
  it('lasts as long as the tab, and carries class and book', () => {
    const store = openStore();
    store.add(mia);
    store.setInfo(infoOf(mia));
    store.enter(place);
    const { hashCode: _hashCode, ...names } = place;
    expect(openStore().getState().info).toEqual({ id: 'p1', ...names });
    expect(openStore().getState().profiles[0]?.place).toEqual(place);
  });

  it('joins a class anew once the class has another code', () => {
    const store = openStore();
    store.add(mia);
    store.setInfo(infoOf(mia));
    store.enter(place);
    store.joined('p1', 'c1');
    store.joined('p1', 'c2');
    store.enter(place);
    expect(store.getState().profiles[0]?.classIds).toEqual(['c1', 'c2']);
    store.enter({ ...place, hashCode: 'k2' });
    expect(store.getState().profiles[0]?.classIds).toEqual(['c2']);
  });

  it('becomes the previous one when it is set to nobody', () => {
    const store = openStore();
    store.add(mia);
    store.setInfo(infoOf(mia));
    store.setInfo(null);
    expect(store.getState()).toMatchObject({ info: null, previousInfo: { id: 'p1' } });
    store.setInfo(null);
    expect(store.getState().previousInfo).toMatchObject({ id: 'p1' });
  });

  it('gets a fresh session key whenever it changes to a different id, and only then', () => {
    const store = openStore();
    store.add(mia);
    store.add(ken);
    store.setInfo(infoOf(mia));
    const first = sessionKey();
    expect(first).toMatch(uuid);
    store.setInfo(infoOf(mia));
    store.setInfo(null);
    store.setInfo(infoOf(mia));
    expect(sessionKey()).toBe(first);
    store.setInfo(infoOf(ken));
    expect(sessionKey()).toMatch(uuid);
    expect(sessionKey()).not.toBe(first);
  });

  it('is the child who was chosen while the page was in the back/forward cache', () => {
    const store = openStore();
    store.add(mia);
    store.setInfo(infoOf(mia));
    const seen: unknown[] = [];
    store.subscribe(() => seen.push(store.getState().info?.id));
    expect(store.onRestored()).toBe(false);
    // The next document of the same tab.
    const next = openStore();
    next.add(ken);
    next.setInfo(infoOf(ken));
    expect(store.onRestored()).toBe(true);
    expect(store.getState()).toMatchObject({ info: { id: 'p2' }, profiles: [mia, ken] });
    next.setInfo(null);
    expect(store.onRestored()).toBe(true);
    expect(seen).toEqual(['p1', 'p2', undefined]);
  });

  it('is nobody when its profile is not on the device any more', () => {
    window.sessionStorage.setItem('student', JSON.stringify({ info: { id: 'gone' } }));
    expect(openStore().getState().info).toBeNull();
  });
});

describe('a session key', () => {
  it('is a random UUID also where plain http hides crypto.randomUUID', () => {
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    expect(randomUuid({ getRandomValues })).toMatch(uuid);
    expect(randomUuid({ getRandomValues })).not.toBe(randomUuid({ getRandomValues }));
  });
});
