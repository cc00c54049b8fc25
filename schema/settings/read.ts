import type { Reader, Setting, ValueOf } from './setting.ts';
import { type SettingName, settings } from './table.ts';

type Table = typeof settings;
type NameReadBy<Who extends Reader> = {
  [Name in SettingName]: Who extends Table[Name]['readBy'][number] ? Name : never;
}[SettingName];

/** The values of the settings that a process reads, by name. */
export type SettingsOf<Who extends Reader> = { readonly [Name in NameReadBy<Who>]: ValueOf<Table[Name]> };

/** An environment as Node gives it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An invalid setting, with a message that describes valid values. */
export interface SettingFault {
  readonly name: string;
  readonly sentence: string;
}

/** Thrown with every fault at once. */
export class SettingsFault extends Error {
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[]) {
    super(`Settings: ${faults.map(({ sentence }) => sentence).join(' ')}`);
    this.faults = faults;
  }
}

/** The text of a variable; an empty one, as compose files leave them, is one that is not set. */
export const given = (env: Environment, name: string): string | undefined => env[name]?.trim() || undefined;

/** The faults in the settings of these processes, including the rules over several settings. */
export function settingFaults(env: Environment, who: readonly Reader[]): readonly SettingFault[] {
  return [
    ...rowsOf(who).flatMap((row) => ownFault(row, env) ?? []),
    ...rules.filter(({ readBy }) => readBy.some((each) => who.includes(each))).flatMap(({ fault }) => fault(env)),
  ];
}

/** The fault of a single setting, whatever the others are. */
export function settingFault(name: SettingName, value: string): SettingFault | undefined {
  return ownFault([name, settings[name]], { [name]: value });
}

function ownFault([name, row]: readonly [string, Setting], env: Environment): SettingFault | undefined {
  const value = given(env, name) ?? row.standard;
  if (value === undefined || row.type.safeParse(value).success) return undefined;
  const shown = row.secret ? 'cannot be used' : `is "${value}"`;
  return { name, sentence: `${name} ${shown}. It must be ${row.right}.` };
}

/** Reads a process's settings from its environment. Throws `SettingsFault` with every fault at once. */
export function readEnvironment<const Who extends Reader>(env: Environment, who: Who): SettingsOf<Who> {
  const faults = settingFaults(env, [who]);
  if (faults.length > 0) throw new SettingsFault(faults);
  const values = rowsOf([who]).map(([name, { type, standard }]) => {
    const value = given(env, name) ?? standard;
    return [name, value === undefined ? undefined : type.parse(value)];
  });
  return Object.fromEntries(values) as SettingsOf<Who>;
}

interface Rule {
  readonly readBy: readonly Reader[];
  readonly fault: (env: Environment) => readonly SettingFault[];
}

const rules: readonly Rule[] = [
  {
    readBy: settings.S3_ACCESS_KEY_ID.readBy,
    fault: (env) =>
      (given(env, 'S3_ACCESS_KEY_ID') === undefined) === (given(env, 'S3_SECRET_ACCESS_KEY') === undefined)
        ? []
        : [
            {
              name: 'S3_ACCESS_KEY_ID',
              sentence: 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or neither.',
            },
          ],
  },
  {
    readBy: settings.S3_BUCKET.readBy,
    fault: (env) =>
      given(env, 'S3_BUCKET') === undefined ||
      given(env, 'S3_ACCESS_KEY_ID') !== undefined ||
      given(env, 'S3_SECRET_ACCESS_KEY') !== undefined
        ? []
        : [{ name: 'S3_BUCKET', sentence: 'S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.' }],
  },
  {
    readBy: ['launcher'],
    fault: (env) => {
      const names =
        given(env, 'API_URL') === undefined ? (['PORT', 'API_PORT', 'WORKER_PORT'] as const) : (['PORT'] as const);
      const ports = names.map((name) => ({ name, port: given(env, name) ?? settings[name].standard }));
      const free = ports
        .filter(({ port }) => port === '0')
        .map(({ name }) => ({ name, sentence: `${name} cannot be 0.` }));
      const double = ports.flatMap(({ name, port }, index) =>
        ports
          .slice(0, index)
          .filter((other) => other.port === port && port !== '0')
          .map((other) => ({ name, sentence: `${other.name} and ${name} are both ${port}. They must differ.` })),
      );
      return [...free, ...double];
    },
  },
];

function rowsOf(who: readonly Reader[]): readonly (readonly [string, Setting])[] {
  const rows: readonly (readonly [string, Setting])[] = Object.entries(settings);
  return rows.filter(([, { readBy }]) => readBy.some((each) => who.includes(each)));
}
