import { z } from 'zod';
import { staffTools } from '../access.ts';
import { operation } from './operation.ts';
import { dateTime } from './values.ts';

/** The severity of a finding: fine, needs attention, or broken now or soon. */
export const systemStates = ['right', 'warning', 'wrong'] as const;
export type SystemState = (typeof systemStates)[number];

const lasting = { ok: 'right', endsSoon: 'warning', endsNow: 'wrong', ended: 'wrong' } as const;

/**
 * The checks of `npm run doctor` and the System page with their possible findings. Their texts are in `system` of
 * `locales`: `<check>Title`, `<check><Finding>`, and `<check><Finding>Advice` for findings that need action.
 */
export const systemFindings = {
  settings: { ok: 'right', faulty: 'wrong' },
  demo: { off: 'right', local: 'right', closed: 'warning', open: 'wrong' },
  database: {
    ok: 'right',
    none: 'warning',
    unreachable: 'wrong',
    otherMajor: 'wrong',
    tooOld: 'wrong',
    endsSoon: 'warning',
    ended: 'wrong',
  },
  databaseCertificate: lasting,
  replica: {
    ok: 'right',
    behind: 'warning',
    unreachable: 'warning',
    standsStill: 'wrong',
    otherInstallation: 'wrong',
  },
  encoding: { ok: 'right', other: 'wrong' },
  extensions: { ok: 'right', missing: 'wrong' },
  connections: { ok: 'right', tooFew: 'wrong' },
  migrations: { ok: 'right', older: 'wrong', newer: 'wrong' },
  timeZone: { ok: 'right', unknown: 'wrong' },
  schoolWall: { ok: 'right', missing: 'warning' },
  tables: { ok: 'right', bloated: 'warning', brokenIndex: 'warning', wraparound: 'wrong' },
  clock: { ok: 'right', off: 'warning', farOff: 'wrong' },
  storage: { ok: 'right', failed: 'wrong' },
  store: {
    ok: 'right',
    unmarked: 'warning',
    lostMark: 'wrong',
    unknownFiles: 'wrong',
    otherInstallation: 'wrong',
    otherDatabase: 'wrong',
  },
  disk: { ok: 'right', low: 'warning', full: 'wrong' },
  mail: { ok: 'right', outboxOnly: 'warning', failed: 'wrong' },
  mailCertificate: lasting,
  ports: { ok: 'right', free: 'right', taken: 'wrong' },
  website: {
    ok: 'right',
    local: 'right',
    noTls: 'warning',
    openHttp: 'warning',
    unreachable: 'wrong',
    foreign: 'wrong',
  },
  hosts: { ok: 'right', lost: 'warning' },
  certificate: { ...lasting, untrusted: 'wrong' },
  proxy: { ok: 'right', direct: 'right', forgeable: 'wrong', untrusted: 'wrong', silent: 'warning' },
  uploads: { ok: 'right', tooSmall: 'wrong' },
  queue: { ok: 'right', slow: 'warning', stuck: 'wrong', failed: 'warning' },
  night: { ok: 'right', young: 'right', held: 'warning', late: 'warning', missing: 'wrong', ahead: 'wrong' },
  sweep: { ok: 'right', young: 'right', held: 'wrong', failed: 'warning' },
  linkHealth: { ok: 'right', young: 'right', off: 'right', late: 'warning', silent: 'warning' },
  backup: { ok: 'right', none: 'warning', uncleaned: 'warning', late: 'wrong', failed: 'wrong', ahead: 'wrong' },
  restoreCheck: { ok: 'right', none: 'warning', late: 'warning', failed: 'wrong', ahead: 'warning' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, SystemState>>>>;

export type SystemCheckName = keyof typeof systemFindings;
export type SystemFinding<Check extends SystemCheckName> = keyof (typeof systemFindings)[Check] & string;

/** The values of the text's placeholders; the same in every language, and never secret. */
export type SystemValues = Readonly<Record<string, string | number>>;

export const systemCheck = z.object({
  /** A name of a check above. */
  check: z.string(),
  /** A finding of the check. */
  finding: z.string(),
  state: z.enum(systemStates),
  values: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type SystemCheck = z.output<typeof systemCheck>;

export const systemChecks = operation({
  name: 'systemChecks',
  method: 'GET',
  path: '/System/checks',
  summary:
    'What `npm run doctor` checks of the running installation: database, storage, mail, clock, disk, the site as browsers meet it, jobs, the last night, sweep, backup and verified restore. Nothing is changed. An answer is given again for 10 seconds.',
  access: { kind: 'staff', roles: staffTools.system },
  response: z.object({
    checkedAt: dateTime,
    checks: z.array(systemCheck),
  }),
});
