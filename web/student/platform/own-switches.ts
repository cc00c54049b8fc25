import { isRecord } from '#web/shared/storage.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { everybody } from './progress.ts';
import type { StudentSwitch } from './progress.lazy.generated.ts';
import { furiganaSwitch, musicSwitch, ownSwitches, tapsSwitch, type RememberedSwitch } from './switches.ts';

export const switches = [musicSwitch, tapsSwitch, furiganaSwitch];

/** A switch as a child has set it. */
export interface SetSwitch {
  readonly name: StudentSwitch;
  readonly isOn: boolean;
  /** When it was set, in milliseconds since 1970; 0 for an unknown time, and null once the server knows it. */
  readonly at: number | null;
}

/** The switches that a child has set; null for a child of an earlier version, which kept the device's alone. */
function parse(own: unknown): SetSwitch[] | null {
  if (!isRecord(own)) return null;
  const times = isRecord(own.setAt) ? own.setAt : {};
  return switches.flatMap(({ name }) => {
    const [isOn, at] = [own[name], times[name]];
    return typeof isOn === 'boolean' ? { name, isOn, at: typeof at === 'number' ? at : null } : [];
  });
}

/** As they are stored: `{ "MUSIC": false, "setAt": { "MUSIC": 1767225600000 } }`. */
const format = (own: readonly SetSwitch[]) => ({
  ...Object.fromEntries(own.map(({ name, isOn }) => [name, isOn])),
  setAt: Object.fromEntries(own.flatMap(({ name, at }) => (at === null ? [] : [[name, at]]))),
});

/**
 * The device's switches are the child's own where an earlier version has stored the child's progress and the device holds
 * no other child. Whose the switches of a shared device were, nobody knows: they stay the device's.
 */
function takenAlong(id: string): SetSwitch[] {
  if (profileStore.getState().profiles.length > 1 || !(id in everybody.latest())) return [];
  return switches.flatMap(({ name, device }) => (device.get() ? [] : { name, isOn: false, at: 0 }));
}

/** The switches that the child has set. */
export const switchesOf = (id: string): SetSwitch[] => parse(ownSwitches.latest()[id]) ?? takenAlong(id);

export function changeSwitches(id: string, edit: (own: SetSwitch[]) => readonly SetSwitch[]): void {
  const after = format(edit(switchesOf(id)));
  ownSwitches.change((all) => (JSON.stringify(all[id]) === JSON.stringify(after) ? all : { ...all, [id]: after }));
}

/** Sets a switch for the active child; for this device where nobody is here. */
export function setSwitch({ name, device }: RememberedSwitch, isOn: boolean): void {
  const id = profileStore.getState().info?.id;
  if (id === undefined) device.set(isOn);
  else changeSwitches(id, (own) => [...own.filter((one) => one.name !== name), { name, isOn, at: Date.now() }]);
}

/** Deletes the switches of a removed profile. */
export function forgetSwitches(id: string): void {
  ownSwitches.change(({ [id]: _removed, ...others }) => others);
}
