import { type Reader, type Setting } from '#schema/settings/setting.ts';
import { settings } from '#schema/settings/table.ts';

const secrets: readonly (readonly [string, Setting])[] = Object.entries<Setting>(settings).filter(
  ([, { secret }]) => secret === true,
);

/** Leaves out the secrets that a process does not read, so that a fault in this process reveals none of them. */
export function withOwnSecrets(environment: NodeJS.ProcessEnv, reader: Reader): NodeJS.ProcessEnv {
  const foreign = new Set(secrets.flatMap(([name, { readBy }]) => (readBy.includes(reader) ? [] : [name])));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !foreign.has(name)));
}
