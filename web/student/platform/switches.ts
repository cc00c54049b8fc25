import { storedValue, useStoredValue, type StoredValue } from '#web/student/platform/stored-value.ts';

/** A setting of this device that is on by default. */
export type RememberedSwitch = StoredValue<boolean>;

/** A switch in localStorage under a key. */
export const rememberedSwitch = (key: string): RememberedSwitch =>
  storedValue({ key, parse: (stored) => stored !== false, join: (mine) => mine });

export const useSwitch = (kept: RememberedSwitch): boolean => useStoredValue(kept);

/** Background music. */
export const musicSwitch = rememberedSwitch('music');

/** Tap sounds. */
export const tapsSwitch = rememberedSwitch('sounds');

/** The readings above kanji (furigana). */
export const furiganaSwitch = rememberedSwitch('furigana');

export const useFurigana = (): boolean => useSwitch(furiganaSwitch);
