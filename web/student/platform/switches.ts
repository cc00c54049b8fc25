import { isObject } from '#web/shared/is-object.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { storedValue, useStoredValue, type StoredValue } from '#web/student/platform/stored-value.ts';
import type { StudentSwitch } from './progress.lazy.generated.ts';

/** A setting that is on by default: the active child's own, or this device's where the child has not set it. */
export interface RememberedSwitch extends Pick<StoredValue<boolean>, 'get' | 'subscribe'> {
  readonly name: StudentSwitch;
  readonly device: StoredValue<boolean>;
}

/** The switches of each child by the profile's id, in the form of `own-switches.ts`. */
export const ownSwitches = storedValue({
  key: 'switches',
  parse: (stored) => (isObject(stored) ? stored : {}),
  join: (mine, stored) => ({ ...stored, ...mine }),
});

/** Makes a switch. The device's value is in localStorage under `key`. */
function rememberedSwitch(name: StudentSwitch, key: string): RememberedSwitch {
  const device = storedValue({ key, parse: (stored) => stored !== false, join: (mine) => mine });
  return {
    name,
    device,
    get() {
      const own = ownSwitches.get()[profileStore.getState().info?.id ?? ''];
      return isObject(own) && typeof own[name] === 'boolean' ? own[name] : device.get();
    },
    subscribe(listener) {
      const ends = [device, ownSwitches, profileStore].map((store) => store.subscribe(listener));
      return () => ends.forEach((end) => end());
    },
  };
}

/** Background music. */
export const musicSwitch = rememberedSwitch('MUSIC', 'music');

/** Tap sounds. */
export const tapsSwitch = rememberedSwitch('TAPS', 'sounds');

/** The readings above kanji (furigana). */
export const furiganaSwitch = rememberedSwitch('FURIGANA', 'furigana');

export const useFurigana = (): boolean => useStoredValue(furiganaSwitch);
