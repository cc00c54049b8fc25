import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { withDatabase } from '#api/app/with-services.ts';
import { findBackups, manifestOf } from './find-backups.ts';
import { openPlace } from './open-place.ts';
import { runBackup } from './run-backup.ts';
import { newBackupKey } from './seal.ts';

const usage = `npm run backup                      saves the database and the files to BACKUP_TO
npm run backup -- --to FOLDER       the same, to another folder or s3://bucket/prefix
npm run backup -- --claim           the same, in a place that lost its marker or is another database's of this installation
npm run backup -- --list            the backups that are there
npm run backup -- --new-key         a key to encrypt backups with`;

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      claim: { type: 'boolean' },
      list: { type: 'boolean' },
      'new-key': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return console.log(usage);
  if (values['new-key'] === true) return showNewKey();
  await withDatabase(async (settings) => {
    const to = values.to ?? settings.backup.to;
    if (to === undefined) throw new Error(`Choose a place: --to FOLDER, or set BACKUP_TO.\n\n${usage}`);
    if (values.list === true) {
      const place = await openPlace(to, settings);
      for (const name of await findBackups(place)) console.log(describe(await manifestOf(place, name)));
      return;
    }
    const { manifest, title, copied, copiedBytes, cleanUp } = await runBackup(settings, to, {
      claim: values.claim === true,
    });
    console.log(describe(manifest));
    console.log(
      `In ${title}: ${copied} files copied (${size(copiedBytes)}), the others were already there. ${cleanUp.removed} old backups removed.`,
    );
    for (const problem of cleanUp.problems) console.error(`Not removed, with the files that it may need: ${problem}`);
    if (!manifest.signingKeys)
      console.log(
        'Not encrypted, so without the signing keys: after a restore, all staff must sign in again. Set BACKUP_KEY to encrypt.',
      );
    await warnOfSameDisk(to, settings.dataDir);
    const { missing, damaged } = manifest.files;
    if (missing + damaged === 0) return;
    console.error(`The media store has lost ${missing} files, and ${damaged} are damaged. Everything else is saved.`);
    process.exitCode = 1;
  });
}

async function showNewKey(): Promise<void> {
  const { identity, recipient } = await newBackupKey();
  console.log(`For the server, which can make backups with it but not open them:
BACKUP_KEY=${recipient}

Keep this one safe, on paper or in a vault, and not on the server. Without it, no backup can be restored:
${identity}`);
}

const describe = ({ name, tables, files, recipients }: Awaited<ReturnType<typeof manifestOf>>): string =>
  `${name}  ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${files.count} files (${size(files.contentBytes)})${recipients ? ', encrypted' : ''}`;

const size = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

async function warnOfSameDisk(to: string, dataDir: string): Promise<void> {
  if (to.startsWith('s3://')) return;
  const [place, data] = await Promise.all([stat(to), stat(dataDir).catch(() => undefined)]);
  if (place.dev === data?.dev)
    console.log(`${to} is on the same disk as ${dataDir}: if the disk fails, both are lost.`);
}

run().catch((error: unknown) => {
  console.error(`Backup failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
