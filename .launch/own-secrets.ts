import { type Reader, type Setting } from '#schema/settings/setting.ts';
import { settings } from '#schema/settings/table.ts';

const secrets: readonly (readonly [string, Setting])[] = Object.entries<Setting>(settings).filter(
  ([, { secret }]) => secret === true,
);

/** An environment without the secrets that a process has no use for, so that a fault in one tells nothing of the others. */
export function withOwnSecrets(environment: NodeJS.ProcessEnv, reader: Reader): NodeJS.ProcessEnv {
  const foreign = new Set(secrets.flatMap(([name, { readBy }]) => (readBy.includes(reader) ? [] : [name])));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !foreign.has(name)));
}
