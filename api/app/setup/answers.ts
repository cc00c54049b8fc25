import { parseArgs } from 'node:util';
import { schoolFields, type SchoolValues, schoolRules } from '#schema/rules/setup.ts';
import { type Environment, given, settingFault, settingFaults } from '#schema/settings/read.ts';
import type { Setting } from '#schema/settings/setting.ts';
import { type SettingName, settings } from '#schema/settings/table.ts';
import { openTerminal, type Terminal } from './terminal.ts';

type SchoolField = keyof SchoolValues;
/** The English texts of messages, by key. */
type Words = Readonly<Record<string, string>>;
/** Checks an answer with the earlier ones, for example by sending a mail; throws with a message for people. */
export type CheckAnswer = (variable: string, answers: Environment) => Promise<void>;

interface Question {
  /** `--school-name` on the command line. */
  readonly flag: string;
  /** The environment variable of the answer: a setting, or one of setup's own. */
  readonly variable: string;
  readonly ask: string;
  readonly school?: SchoolField;
  readonly standard?: string;
  /** Can be left empty. */
  readonly optional?: true;
}

/** The questions of setup in their order. */
export const questions: readonly Question[] = [
  { flag: 'school-name', variable: 'SETUP_SCHOOL_NAME', school: 'schoolName', ask: 'School name' },
  {
    flag: 'language',
    variable: 'SETUP_LANGUAGE',
    school: 'language',
    ask: 'Language of emails, en or jp',
    standard: 'en',
  },
  { flag: 'time-zone', variable: 'SCHOOL_TIME_ZONE', ask: 'Time zone', standard: settings.SCHOOL_TIME_ZONE.standard },
  {
    flag: 'first-name',
    variable: 'SETUP_FIRST_NAME',
    school: 'firstName',
    ask: 'First name of the first administrator',
  },
  { flag: 'last-name', variable: 'SETUP_LAST_NAME', school: 'lastName', ask: 'Last name' },
  { flag: 'email', variable: 'SETUP_EMAIL', school: 'email', ask: 'Email' },
  { flag: 'public-url', variable: 'PUBLIC_URL', ask: 'Public address, such as https://books.example.org' },
  { flag: 'database-url', variable: 'DATABASE_URL', ask: 'PostgreSQL (empty: the embedded one)', optional: true },
  { flag: 'smtp-url', variable: 'SMTP_URL', ask: 'Mail server (empty: none yet)', optional: true },
  {
    flag: 'mail-from',
    variable: 'MAIL_FROM',
    ask: 'Sender of emails (empty: no-reply at the address)',
    optional: true,
  },
  { flag: 's3-bucket', variable: 'S3_BUCKET', ask: 'S3 bucket for media (empty: a folder here)', optional: true },
  { flag: 's3-endpoint', variable: 'S3_ENDPOINT', ask: "S3 endpoint (empty: Amazon's)", optional: true },
  {
    flag: 's3-region',
    variable: 'S3_REGION',
    ask: `S3 region (empty: ${settings.S3_REGION.standard})`,
    optional: true,
  },
  {
    flag: 's3-force-path-style',
    variable: 'S3_FORCE_PATH_STYLE',
    ask: 'Path-style addresses, as for MinIO, on or off (empty: off)',
    optional: true,
  },
  { flag: 's3-access-key-id', variable: 'S3_ACCESS_KEY_ID', ask: 'S3 access key id', optional: true },
  { flag: 's3-secret-access-key', variable: 'S3_SECRET_ACCESS_KEY', ask: 'S3 secret access key', optional: true },
];

export interface Arguments {
  readonly answers: Environment;
  /** Ask nothing; a missing answer is a fault. */
  readonly yes: boolean;
  readonly leaveDemo: boolean;
  /** Skip checks that send a mail or resolve a name. */
  readonly unchecked: boolean;
  readonly help: boolean;
}

/** Command-line flags over the environment. Throws for an unknown flag. */
export function readArguments(args: readonly string[], env: Environment): Arguments {
  const flag = { type: 'boolean', default: false } as const;
  const text = Object.fromEntries(questions.map((question) => [question.flag, { type: 'string' as const }]));
  const { values } = parseArgs({
    args: [...args],
    options: { ...text, yes: flag, 'leave-demo': flag, unchecked: flag, help: flag },
  });
  const answers = questions.map((question) => {
    const value: unknown = values[question.flag as keyof typeof values];
    return [question.variable, typeof value === 'string' ? value : given(env, question.variable)];
  });
  return {
    answers: Object.fromEntries(answers) as Environment,
    yes: values.yes === true,
    leaveDemo: values['leave-demo'] === true,
    unchecked: values.unchecked === true,
    help: values.help === true,
  };
}

/** Why an answer is invalid; undefined when it is valid. Rules that need other answers run when those are given. */
function faultOf({ variable, school }: Question, value: string, words: Words): string | undefined {
  if (school === undefined) return isSettingName(variable) ? settingFault(variable, value)?.sentence : undefined;
  const checked = schoolFields[school].safeParse(value);
  if (checked.success) return undefined;
  const key = checked.error.issues[0]?.message.replace(/^messages\./, '') ?? '';
  return `${variable}: ${words[key] ?? key}`;
}

/** Whether the typed answer is hidden: a key, or an address that may contain a password. */
function isSecret(variable: string): boolean {
  if (!isSettingName(variable)) return false;
  const row: Setting = settings[variable];
  return row.secret === true;
}

const isSettingName = (variable: string): variable is SettingName => Object.hasOwn(settings, variable);

/** All faults of non-interactive answers, missing ones included. */
export function faultsOf(answers: Environment, words: Words): string[] {
  const single = questions.flatMap((question) => {
    const value = given(answers, question.variable) ?? question.standard;
    if (value === undefined)
      return question.optional ? [] : [`${question.ask}: missing. Give --${question.flag} or ${question.variable}.`];
    return faultOf(question, value, words) ?? [];
  });
  const together = settingFaults(settingsOf(answers), ['api', 'gateway']).map(({ sentence }) => sentence);
  return [...new Set([...single, ...together])];
}

// The first question to repeat when the answers of a group do not work together, by the last one.
const groups: Readonly<Record<string, string>> = { MAIL_FROM: 'SMTP_URL', S3_SECRET_ACCESS_KEY: 'S3_BUCKET' };
const needs: Readonly<Record<string, string>> = {
  MAIL_FROM: 'SMTP_URL',
  S3_ENDPOINT: 'S3_BUCKET',
  S3_REGION: 'S3_BUCKET',
  S3_FORCE_PATH_STYLE: 'S3_BUCKET',
  S3_ACCESS_KEY_ID: 'S3_BUCKET',
  S3_SECRET_ACCESS_KEY: 'S3_BUCKET',
};

interface Asking {
  readonly words: Words;
  readonly check: CheckAnswer;
}

/** Asks for missing answers at the terminal and checks each, until all are valid. */
export async function askFor(answers: Environment, { words, check }: Asking): Promise<Environment> {
  const terminal = openTerminal();
  const complete: Record<string, string | undefined> = { ...answers };
  try {
    for (let at = 0; at < questions.length; at += 1) {
      const question = questions[at];
      if (question === undefined) break;
      const need = needs[question.variable];
      if (
        given(complete, question.variable) === undefined &&
        (need === undefined || given(complete, need) !== undefined)
      )
        complete[question.variable] = await answerTo(question, { terminal, words });
      const fault = await failureOf(check(question.variable, complete));
      if (fault === undefined) continue;
      console.log(`  ${fault}`);
      const first = groups[question.variable] ?? question.variable;
      while (questions[at] !== undefined && questions[at]?.variable !== first) forget(complete, questions[at--]);
      forget(complete, questions[at--]);
    }
  } finally {
    terminal.close();
  }
  return complete;
}

const forget = (complete: Record<string, string | undefined>, question: Question | undefined): void => {
  if (question) complete[question.variable] = undefined;
};

async function answerTo(question: Question, { terminal, words }: { terminal: Terminal; words: Words }) {
  const { ask, standard, optional, variable } = question;
  const prompt = `${ask}${standard === undefined ? '' : ` [${standard}]`}: `;
  for (;;) {
    const given = await (isSecret(variable) ? terminal.askSecret(prompt) : terminal.ask(prompt));
    const value = given.trim() || standard;
    if (value === undefined && optional) return undefined;
    const fault = value === undefined ? 'This is required.' : faultOf(question, value, words);
    if (fault === undefined) return value;
    console.log(`  ${fault}`);
  }
}

/** The message of a failure; undefined on success. */
export const failureOf = (work: Promise<void>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** Asks a question that is answered with yes or no. */
export async function confirm(question: string): Promise<boolean> {
  const terminal = openTerminal();
  try {
    return /^y(es)?$/i.test((await terminal.ask(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

/** The school and its administrator out of complete answers. */
export function schoolOf(answers: Environment): SchoolValues {
  const fields = questions.flatMap(({ school, variable, standard }) =>
    school === undefined ? [] : [[school, given(answers, variable) ?? standard]],
  );
  return schoolRules.parse(Object.fromEntries(fields));
}

/** The settings among the answers, without default values. */
export function settingsOf(answers: Environment): Environment {
  const found = questions.flatMap(({ school, variable, standard }) =>
    school === undefined ? [[variable, given(answers, variable) ?? standard] as const] : [],
  );
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}
