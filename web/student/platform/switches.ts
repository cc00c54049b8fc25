import { storedValue, useStoredValue, type StoredValue } from '#web/shared/stored-value.ts';

/** A setting of this device that is on until somebody turns it off. */
export type RememberedSwitch = StoredValue<boolean>;

/** A switch that localStorage keeps under a key. */
export const rememberedSwitch = (key: string): RememberedSwitch =>
  storedValue({ key, parse: (stored) => stored !== false, join: (mine) => mine });

export const useSwitch = (kept: RememberedSwitch): boolean => useStoredValue(kept);

/** The music behind the pages. */
export const musicSwitch = rememberedSwitch('music');

/** The sound of each tap. */
export const tapsSwitch = rememberedSwitch('sounds');

/** Shows or hides the readings above kanji. */
export const furiganaSwitch = rememberedSwitch('furigana');

export const useFurigana = (): boolean => useSwitch(furiganaSwitch);
