import { useCallback, useEffect, useRef } from 'react';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';

/** The number of the latest choice in this tab. */
let latest = 0;

/**
 * Returns a function that begins a choice: of a child, or of what a code opens. A new choice ends every earlier choice.
 * The function returns `isCurrent`, which is true while the choice is the latest one and its component is mounted. A slow
 * answer must not activate a child, or open a page, after another child has taken the device.
 */
export function useChoice(): () => () => boolean {
  const own = useRef<number>(undefined);
  useEffect(
    () => () => {
      own.current = undefined;
    },
    [],
  );
  return useCallback(() => {
    latest += 1;
    const choice = latest;
    own.current = choice;
    return () => choice === latest && choice === own.current;
  }, []);
}

/** Stores a profile on this device; returns null if its choice is no longer current. */
export function storeChosen(profile: Profile, isCurrent: () => boolean): Profile | null {
  // A stored profile may unmount the tiles, which ends their choices. So the choice is checked before.
  const counts = isCurrent();
  profileStore.add(profile);
  return counts ? profile : null;
}
