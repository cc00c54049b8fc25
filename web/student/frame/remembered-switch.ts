import { storedValue, useStoredValue, type StoredValue } from '#web/shared/stored-value.ts';

/** Something that this device has on, until somebody turns it off. */
export type RememberedSwitch = StoredValue<boolean>;

/** A switch that is kept under a key. */
export const rememberedSwitch = (key: string): RememberedSwitch =>
  storedValue({ key, parse: (stored) => stored !== false, join: (mine) => mine });

export const useSwitch = (kept: RememberedSwitch): boolean => useStoredValue(kept);
