import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { holdsSchool } from '#api/app/backup/set-aside.ts';
import { checkDatabase } from '#api/ground/db/check-database.ts';
import { installation } from '#api/ground/db/schema.ts';
import { assertCanLeave, leaveDemo } from '#api/app/demo/leave.ts';
import { createLog } from '#api/ground/log.ts';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import type { Services } from '#api/app/services.ts';
import { readSettings } from '#api/ground/settings/settings.ts';
import { environment } from '#api/ground/settings/settings-file.ts';
import { withDatabase, withServices } from '#api/app/with-services.ts';
import { readWords } from '#api/ground/words.ts';
import { allowTopLevel } from '#schema/rules/email.ts';
import { type Environment, given } from '#schema/settings/read.ts';
import {
  askFor,
  type CheckAnswer,
  confirm,
  failureOf,
  faultsOf,
  questions,
  readArguments,
  schoolOf,
  settingsOf,
} from './answers.ts';
import { checkAddress, checkMail, checkStorage } from './checks.ts';
import { inviteFirst, SetUpAlready } from './invite.ts';
import { hasNobody } from './set-up.ts';
import { writeSettings } from './write-settings.ts';

/** A problem that the person at the terminal can fix; the message has the whole explanation. */
class SetupRefused extends Error {}

// A placeholder: only the other settings are validated.
const noDatabase = 'postgresql://127.0.0.1/none';

/** `npm run setup`: sets up a real school with its settings and its first SuperAdmin, without demo data. */
async function run(): Promise<void> {
  const env = environment();
  const args = readArguments(process.argv.slice(2), env);
  if (args.help) return console.log(usage());
  const settingsWith = (answers: Environment) =>
    readSettings({ ...env, DATABASE_URL: noDatabase, ...settingsOf(answers), DEMO_DATA: 'off' });
  const root = given(env, 'MANABOOK_ROOT') ?? '.';
  const words = await readWords({ root }, 'en', 'messages');
  allowTopLevel(readSettings({ ...env, DATABASE_URL: given(env, 'DATABASE_URL') ?? noDatabase }).emailTopLevelMaximum);
  const asking = !args.yes && process.stdin.isTTY && process.stdout.isTTY;
  const agreed = new Set<string>();
  const mayLeave = async (demo: string) => {
    if (args.leaveDemo || agreed.has(demo)) return true;
    if (!asking || !(await confirm('This is the demo school. Remove it and everything in it?'))) return false;
    agreed.add(demo);
    return true;
  };
  const hasDemo = (services: Services) => lookAt(services, mayLeave);
  let leaving = false;
  if (hasDatabase(env)) {
    await prepareEmpty(env);
    leaving = await withServices(async (services) => {
      if (!(await hasDemo(services))) return false;
      await assertCanLeave(services);
      return true;
    }, env);
  }

  const check: CheckAnswer = async (variable, answers) => {
    const value = given(answers, variable);
    if (variable === 'DATABASE_URL' && value !== undefined) await checkDatabase(value);
    if (variable === 'S3_SECRET_ACCESS_KEY') await checkStorage(settingsWith(answers));
    if (args.unchecked) return;
    if (variable === 'PUBLIC_URL' && value !== undefined) await checkAddress(value);
    if (variable === 'MAIL_FROM' && given(answers, 'SMTP_URL') !== undefined) {
      const { firstName, lastName, email, language } = schoolOf(answers);
      await checkMail(settingsWith(answers), { name: `${firstName} ${lastName}`, address: email, language });
    }
  };
  const answers = asking ? await askFor(args.answers, { words, check }) : args.answers;
  if (!asking) {
    const faults = faultsOf(answers, words);
    if (faults.length === 0)
      for (const { variable } of questions) faults.push(...[await failureOf(check(variable, answers))].filter(isText));
    if (faults.length > 0) throw new SetupRefused(['Setup needs:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
  }

  const chosen = { ...settingsOf(answers), DEMO_DATA: 'off' };
  const hidden = Object.entries(chosen).filter(([name, value]) => (given(process.env, name) ?? value) !== value);
  if (hidden.length > 0)
    throw new SetupRefused(
      `The environment already sets ${hidden.map(([name]) => name).join(', ')} to another value. Change it there.`,
    );
  const target = { ...env, ...chosen };
  await prepareEmpty(target);
  if (leaving) {
    // Refuses before anything is removed, since the chosen database may hold another school.
    await withServices(hasDemo, target);
    // The demo's rows and files are in the old database and store.
    await withServices(leaveDemo, env);
  }
  await withServices(async (services) => {
    if (await hasDemo(services)) await leaveDemo(services);
    const file = await writeSettings(env, changed(env, chosen));
    const school = schoolOf(answers);
    const link = await inviteFirst(services, school);
    console.log(`${school.schoolName} is set up. Its settings are in ${file}.`);
    console.log(
      link === undefined
        ? `An invitation was sent to ${school.email}. Start with: npm start`
        : `Start with "npm start". ${school.email} sets a password with this link, which works once:\n  ${link}`,
    );
  }, target);
}

// Migrates a new database. One with content is left to `npm run migrate`, which the refusal names.
const prepareEmpty = (env: Environment): Promise<void> =>
  withDatabase(async (settings) => {
    if (!(await holdsSchool(settings.sessionUrl))) await prepareDatabase(settings, createLog('warn'));
  }, env);

/** Whether there is a demo that may be removed. Throws when a school exists, or when the demo must stay. */
async function lookAt(services: Services, mayLeave: (demo: string) => Promise<boolean>): Promise<boolean> {
  const [row] = await services.db.select().from(installation);
  if (row?.demo) {
    if (await mayLeave(row.id)) return true;
    throw new SetupRefused('This database holds the demo school. To remove it and everything in it, add --leave-demo');
  }
  if (!row || row.setUpAt !== null || !(await services.db.transaction(hasNobody))) throw new SetUpAlready();
  return false;
}

const hasDatabase = (env: Environment): boolean =>
  given(env, 'DATABASE_URL') !== undefined || existsSync(join(given(env, 'DATA_DIR') ?? 'data', 'postgres'));

const changed = (env: Environment, chosen: Environment): Environment =>
  Object.fromEntries(
    Object.entries(chosen).filter(([name]) => given(process.env, name) === undefined || !given(env, name)),
  );

const isText = (text: string | undefined): text is string => text !== undefined;

const usage = (): string =>
  [
    'npm run setup -- [options]: sets up your own school. It asks for what is missing; with --yes or without a terminal, it asks nothing.',
    '',
    ...questions.map(({ flag, variable, ask }) => `  --${flag} …  or ${variable}: ${ask}`),
    '  --leave-demo   remove the demo school and everything in it',
    '  --unchecked    send no test email and skip the DNS check',
    '  --yes          ask nothing',
  ].join('\n');

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
