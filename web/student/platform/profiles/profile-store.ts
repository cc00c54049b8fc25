import { useSyncExternalStore } from 'react';
import { randomUuid } from '#web/shared/random-uuid.ts';
import { isObject } from '#web/shared/is-object.ts';
import { createListeners } from '#web/shared/listeners.ts';
import { local as localStorage, readStored, session as sessionStorage, writeStored } from '#web/shared/storage.ts';
import {
  classPlaceOf,
  infoOf,
  parseInfo,
  parseProfiles,
  type Place,
  type Profile,
  type StudentInfo,
} from './stored-profile.ts';

/** The student state of section 3. Each change makes a new object. */
export interface StudentState {
  readonly profiles: readonly Profile[];
  readonly hasProfiles: boolean;
  readonly info: StudentInfo | null;
  readonly previousInfo: StudentInfo | null;
}

interface Storages {
  readonly local: () => Storage;
  readonly session: () => Storage;
}

const listKey = 'profiles';
const activeKey = 'student';
/** The child whose card was scanned last on this device, for the next new tab: `{ info, until }`, in milliseconds. */
export const cardKey = 'card';

/**
 * Stores the profiles of this device and the active profile of this tab; in memory when the browser refuses storage.
 */
export function createProfileStore({ local, session }: Storages) {
  const listeners = createListeners();
  let listIsStored = true;
  let infoIsStored = true;
  let state = fromStorage();

  function fromStorage(): StudentState {
    const profiles = parseProfiles(readStored(local, listKey));
    const active = readStored(session, activeKey) ?? takeCardHolder();
    const info = parseInfo(isObject(active) ? active.info : undefined);
    const previousInfo = parseInfo(isObject(active) ? active.previousInfo : undefined);
    const isOnDevice = profiles.some((profile) => profile.id === info?.id);
    return { profiles, hasProfiles: profiles.length > 0, info: isOnDevice ? info : null, previousInfo };
  }

  // Only one tab takes the card's child: the tab of the next scanned page.
  function takeCardHolder(): unknown {
    const card = readStored(local, cardKey);
    if (!isObject(card)) return null;
    writeStored(local, cardKey, null);
    if (Date.now() > Number(card.until)) return null;
    writeStored(session, activeKey, card);
    return card;
  }

  function change(next: StudentState): void {
    state = next;
    listeners.tell();
  }

  /** Another tab may have changed the list, so each change starts from the stored list. */
  function changeList(edit: (profiles: readonly Profile[]) => readonly Profile[]): void {
    const profiles = edit(listIsStored ? parseProfiles(readStored(local, listKey)) : state.profiles);
    listIsStored = writeStored(local, listKey, profiles);
    change({ ...state, profiles, hasProfiles: profiles.length > 0 });
  }

  function setInfo(info: StudentInfo | null): void {
    const before = state.info ?? state.previousInfo;
    if (info !== null && info.id !== before?.id) renewSessionKey(session);
    // When the device switches to another child, the next new tab no longer belongs to the card's child.
    const card = readStored(local, cardKey);
    if (isObject(card) && parseInfo(card.info)?.id !== info?.id) writeStored(local, cardKey, null);
    const previousInfo = info === null ? (state.info ?? state.previousInfo) : state.previousInfo;
    infoIsStored = writeStored(session, activeKey, { info, previousInfo });
    change({ ...state, info, previousInfo });
  }

  function editProfile(id: string, edit: (profile: Profile) => Profile): void {
    changeList((profiles) => profiles.map((profile) => (profile.id === id ? edit(profile) : profile)));
  }

  return {
    getState: (): StudentState => state,

    subscribe: listeners.subscribe,

    setInfo,

    add(profile: Profile): void {
      changeList((profiles) => [...profiles.filter(({ id }) => id !== profile.id), profile]);
    },

    remove(id: string): void {
      changeList((profiles) => profiles.filter((profile) => profile.id !== id));
      if (state.info?.id === id) setInfo(null);
    },

    /** Sets the active profile's class or book, which opens when the profile is chosen again. */
    enter(place: Place): void {
      if (state.info === null) return;
      const { id } = state.info;
      editProfile(id, ({ lastClass, ...profile }) => {
        const { classIds } = profile;
        const before = classPlaceOf({ ...profile, ...(lastClass && { lastClass }) });
        // After a change of the class's code the profile joins again: the server keeps its old code until then.
        const isNew = before?.classId === place.classId && before.hashCode !== place.hashCode;
        const kept = place.classId === null && before !== null ? { lastClass: before } : {};
        const joined = isNew ? classIds.filter((one) => one !== place.classId) : classIds;
        return { ...profile, ...kept, place, classIds: joined };
      });
      setInfo(infoOf({ id, place }));
    },

    joined(id: string, classId: string): void {
      editProfile(id, (profile) => ({ ...profile, classIds: [...new Set([...profile.classIds, classId])] }));
    },

    /** Reads the changes of another tab; `key` is null when the other tab cleared everything. */
    onStorage({ key }: Pick<StorageEvent, 'key'>): void {
      if (key !== null && key !== listKey) return;
      const profiles = parseProfiles(readStored(local, listKey));
      change({ ...state, profiles, hasProfiles: profiles.length > 0 });
      if (state.info && !profiles.some(({ id }) => id === state.info?.id)) setInfo(null);
    },

    /** Reads what changed while the page was in the back/forward cache. Returns true if the tab has another child now. */
    onRestored(): boolean {
      if (!listIsStored || !infoIsStored) return false;
      const before = state.info?.id;
      change(fromStorage());
      return state.info?.id !== before;
    },
  };
}

export const profileStore = createProfileStore({ local: localStorage, session: sessionStorage });
window.addEventListener('storage', (event) => profileStore.onStorage(event));
window.addEventListener('pageshow', ({ persisted }) => {
  // The page still shows what belongs to the child of before.
  if (persisted && profileStore.onRestored()) window.location.reload();
});

/** The student state; the component renders again when it changes. */
export function useStudent(): StudentState {
  return useSyncExternalStore(profileStore.subscribe, profileStore.getState);
}

/** The profile that is active in this tab. */
export function activeProfile({ info, profiles }: StudentState = profileStore.getState()): Profile | null {
  return profiles.find((profile) => profile.id === info?.id) ?? null;
}

/** Starts a new usage session of one child in this tab (section 3, session storage). */
export function renewSessionKey(session: () => Storage): void {
  try {
    session().setItem('sessionKey', randomUuid());
  } catch {
    // Without storage, page views are counted without a session.
  }
}

/** The key of this tab's usage session; makes one if there is none. Undefined if the browser refuses storage. */
export function sessionKeyOf(session: () => Storage): string | undefined {
  try {
    if (session().getItem('sessionKey') === null) renewSessionKey(session);
    return session().getItem('sessionKey') ?? undefined;
  } catch {
    return undefined;
  }
}
