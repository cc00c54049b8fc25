import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import { keepMaintenance } from '#api/ground/db/maintenance-runs.ts';
import { messageOf } from '#api/ground/message-of.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { withDatabase } from '#api/app/with-services.ts';
import { hasTable } from './catalog.ts';
import { takePlaceOver } from './claim-place.ts';
import { chooseBackup, type ChosenBackup } from './choose-backup.ts';
import { abortedBySignals } from './ending.ts';
import { restoreInstallation, RestoreUndone } from './restore-installation.ts';
import { findAside, holdsSchool, othersConnected, setAsideSchemas } from './set-aside.ts';
import { onConnection } from './snapshot.ts';
import { type Verified, verifyBackup } from './verify.ts';

const usage = `npm run restore -- --verify [NAME]   verifies a backup beside the running installation; the newest, unless named
npm run restore -- NAME              restores it into this installation, which must be stopped and empty
npm run restore -- latest            the newest one that is not dated in the future
npm run restore -- --undo SCHEMA     brings back what an interrupted restore has left in the schema public_before_…
  --from FOLDER      where the backups are, or s3://bucket/prefix; unset, BACKUP_TO
  --key FILE         the age identity of an encrypted one; unset, BACKUP_KEY
  --replace          the installation is not empty: what its database holds is set aside
  --scratch FOLDER   where --verify restores the database and the files to; unset, the system's folder for temporary files`;

const linesShown = 20;

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      verify: { type: 'boolean' },
      from: { type: 'string' },
      key: { type: 'string' },
      replace: { type: 'boolean' },
      scratch: { type: 'string' },
      undo: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [name] = positionals;
  const { undo } = values;
  const isComplete = name !== undefined || values.verify === true || undo !== undefined;
  if (values.help === true || positionals.length > 1 || !isComplete) {
    console.log(usage);
    process.exitCode = values.help === true ? 0 : 1;
    return;
  }
  await withDatabase(async (settings) => {
    if (undo !== undefined) return bringBack(settings, undo, values.replace === true);
    const choice = { from: values.from, name: name === 'latest' ? undefined : name, keyFile: values.key };
    const chosen = await chooseBackup(settings, choice);
    console.log(`The backup ${chosen.manifest.name} in ${chosen.place.title}`);
    const { ahead = [] } = chosen;
    if (ahead.length > 0)
      console.log(
        `Passed over, since they are dated in the future and a clock must have been wrong: ${ahead.join(', ')}. To use one of them, name it.`,
      );
    if (values.verify === true) await verify(settings, chosen, values.scratch);
    else await restore(settings, chosen, values.replace === true);
  });
}

async function verify(settings: Settings, chosen: ChosenBackup, scratch: string | undefined): Promise<void> {
  const startedAt = new Date();
  const result = await abortedBySignals(async (signal) =>
    verifyBackup(settings, chosen, { scratch, signal }).catch((error: unknown) => {
      const reason = messageOf(error);
      // An interrupted check says nothing about the backup.
      if (signal.aborted) throw new Error(reason, { cause: error });
      return { differences: [reason], rows: 0, files: 0, signIn: null } satisfies Verified;
    }),
  );
  const { differences, rows, files, signIn } = result;
  const whole = differences.length === 0;
  report(differences);
  if (whole) {
    const sign = signIn === null ? 'it has no account to sign in with' : 'an account could sign in';
    console.log(`Verified: ${rows} rows and ${files} files match the backup, and ${sign}.`);
  } else process.exitCode = 1;
  await writeDown(settings, {
    kind: 'restore_check',
    startedAt,
    outcome: whole ? 'done' : 'failed',
    details: {
      backup: chosen.manifest.name,
      rows,
      files,
      signIn: signIn ?? 'no account',
      differences: differences.length,
    },
  });
}

// A backup can be verified on another machine, whose database may have no table of maintenance runs.
async function writeDown(settings: Settings, run: Parameters<typeof keepMaintenance>[1]): Promise<void> {
  await onConnection(settings.sessionUrl, async (client) => {
    if (await hasTable(client, 'public.maintenance_runs')) await keepMaintenance(drizzle(client), run);
  });
}

async function restore(settings: Settings, chosen: ChosenBackup, replace: boolean): Promise<void> {
  await nameLeftOver(settings);
  const { differences, before, erasures } = await abortedBySignals((signal) =>
    restoreInstallation(settings, chosen, { replace, signal }),
  );
  const taken = await takePlaceOver(settings, settings.sessionUrl);
  if (taken !== undefined)
    console.log(
      `The backups in ${taken} go on with this database. For a copy beside the other one, set another BACKUP_TO.`,
    );
  report(differences);
  if (differences.length > 0) process.exitCode = 1;
  const { at, tables, files, signingKeys } = chosen.manifest;
  console.log(
    `Restored: ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows and ${files.count - differences.length} files.`,
  );
  if (erasures.children > 0)
    console.log(`Children erased again, since they were erased after the backup: ${erasures.children}.`);
  if (!erasures.allKnown)
    console.log(
      `The backup is of ${at}. Children who were erased after that are here again, and no audit log here lists all of them. Erase them again.`,
    );
  if (!signingKeys)
    console.log(
      'The backup has no signing keys, because it is not encrypted. All staff are signed out and must sign in again; students get their profiles back by the cookie of their device. Unused links in emails must be sent again.',
    );
  if (before.length > 0)
    console.log(
      `The earlier data is in the schemas ${before.join(', ')}. When you are sure, drop them: drop schema … cascade.`,
    );
}

// If a restore was killed, the school is only in such a schema.
async function nameLeftOver({ sessionUrl }: Settings): Promise<void> {
  const left = await onConnection(sessionUrl, setAsideSchemas);
  if (left.length === 0) return;
  console.log(`Earlier restores have left what was here before them: ${left.join(', ')}.
If one of them was cut off and the school is missing, bring it back: npm run restore -- --undo ${left.at(-1) ?? ''}
When you are sure that you do not need them, drop them: drop schema … cascade.`);
}

async function bringBack(settings: Settings, name: string, replace: boolean): Promise<void> {
  const { sessionUrl } = settings;
  if ((await othersConnected(sessionUrl)) > 0)
    throw new Error('Manabook is running on this database. Stop every process of it first');
  if (!replace && (await holdsSchool(sessionUrl)))
    throw new Error('This database has a school, which would be gone. Add --replace if that is what you want');
  await (await findAside(sessionUrl, name)).undo();
  await takePlaceOver(settings, sessionUrl);
  console.log(`The database is as it was before the restore that made ${name}.`);
}

function report(differences: readonly string[]): void {
  for (const line of differences.slice(0, linesShown)) console.error(line);
  if (differences.length > linesShown) console.error(`and ${differences.length - linesShown} more`);
}

run().catch((error: unknown) => {
  if (error instanceof RestoreUndone)
    console.error(
      'The database is as it was before. Files that were copied stay in the media store, and the same command goes on from there.',
    );
  console.error(`Restore failed: ${messageOf(error)}`);
  process.exit(1);
});
