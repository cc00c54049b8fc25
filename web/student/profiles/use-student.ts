import { useSyncExternalStore } from 'react';
import { profileStore, type StudentState } from './profile-store.ts';
import type { Profile } from './stored-profile.ts';

/** The student state, followed. */
export function useStudent(): StudentState {
  return useSyncExternalStore(profileStore.subscribe, profileStore.getState);
}

/** The profile that is active in this tab. */
export function activeProfile({ info, profiles }: StudentState = profileStore.getState()): Profile | null {
  return profiles.find((profile) => profile.id === info?.id) ?? null;
}
