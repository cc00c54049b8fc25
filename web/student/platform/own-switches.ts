import { isObject } from '#web/shared/is-object.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { everybody } from './progress.ts';
import type { StudentSwitch } from './progress.lazy.generated.ts';
import { furiganaSwitch, musicSwitch, ownSwitches, tapsSwitch, type RememberedSwitch } from './switches.ts';

export const switches = [musicSwitch, tapsSwitch, furiganaSwitch];

/** A switch as a child has set it. */
export interface SetSwitch {
  readonly name: StudentSwitch;
  readonly isOn: boolean;
  /** The time of the change, in milliseconds since 1970; 0 for an unknown time, null once the server has the change. */
  readonly at: number | null;
}

/** Parses the switches that a child has set; null for a child of an earlier version, which stored none per child. */
function parse(own: unknown): SetSwitch[] | null {
  if (!isObject(own)) return null;
  const times = isObject(own.setAt) ? own.setAt : {};
  return switches.flatMap(({ name }) => {
    const [isOn, at] = [own[name], times[name]];
    return typeof isOn === 'boolean' ? { name, isOn, at: typeof at === 'number' ? at : null } : [];
  });
}

/** The stored form: `{ "MUSIC": false, "setAt": { "MUSIC": 1767225600000 } }`. */
const format = (own: readonly SetSwitch[]) => ({
  ...Object.fromEntries(own.map(({ name, isOn }) => [name, isOn])),
  setAt: Object.fromEntries(own.flatMap(({ name, at }) => (at === null ? [] : [[name, at]]))),
});

/**
 * Migrates the device's switches of an earlier version to the child. Only for a child with stored progress on a device
 * without other children: the switches of a shared device cannot be assigned to a child.
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

/** Sets a switch for the active child, or for this device without an active child. */
export function setSwitch({ name, device }: RememberedSwitch, isOn: boolean): void {
  const id = profileStore.getState().info?.id;
  if (id === undefined) device.set(isOn);
  else changeSwitches(id, (own) => [...own.filter((one) => one.name !== name), { name, isOn, at: Date.now() }]);
}

/** Deletes the switches of a removed profile. */
export function forgetSwitches(id: string): void {
  ownSwitches.change(({ [id]: _removed, ...others }) => others);
}
