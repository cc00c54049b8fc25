import { eq } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { newId } from '#api/db/ids.ts';
import { userImportRows, userImports } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import type { ReceivedFile } from '#api/http/forms.ts';
import type { Services } from '#api/services.ts';
import { userWords } from '#api/users/words.ts';
import { languages } from '#schema/languages.ts';
import type { UserImport } from '#schema/rest/user-files.ts';
import { vocabularyOf } from './columns.ts';
import { listedErrors } from './progress.ts';
import { openPeople, type PeopleFile, type ReadRow } from './read-file.ts';

interface Delivery {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly file: ReceivedFile;
}

/** Everything that words in a file may mean, in both languages. */
export const vocabulary = async ({ settings }: Pick<Services, 'settings'>) =>
  vocabularyOf(await Promise.all(languages.map((language) => userWords(settings, language))));

const open = async (services: Services, { caller, file }: Delivery): Promise<PeopleFile> =>
  openPeople(file, { role: caller.kind, words: await vocabulary(services) });

/** Looks a file through and says what would become of it; nothing is written. */
export async function checkPeople(services: Services, delivery: Delivery): Promise<UserImport> {
  const people = await open(services, delivery);
  const errors: UserImport['errors'] = [];
  let [total, failed] = [0, 0];
  for await (const rows of people.batches(services.db)) {
    total += rows.length;
    failed += rows.filter((row) => row.errors !== null).length;
    if (errors.length < listedErrors) errors.push(...rows.flatMap(errorsOf));
  }
  return {
    id: null,
    state: 'checked',
    fileName: delivery.file.fileName,
    encoding: people.encoding,
    delimiter: people.delimiter,
    total,
    processed: total,
    created: total - failed,
    failed,
    errors: errors.slice(0, listedErrors),
    resultFile: null,
    createdAt: new Date().toISOString(),
    finishedAt: null,
  };
}

const errorsOf = ({ row, errors }: ReadRow) => (errors ?? []).map((error) => ({ row, ...error }));

/** Takes a file's rows in and leaves the rest to the job, all or nothing. Tells the import's id. */
export async function takePeople(services: Services, delivery: Delivery): Promise<string> {
  const { caller, requestId, file } = delivery;
  const people = await open(services, delivery);
  const { encoding, delimiter } = people;
  return services.db.transaction(async (tx) => {
    const id = newId();
    const counts = { total: 0, processed: 0, failed: 0 };
    const { fileName } = file;
    await tx
      .insert(userImports)
      .values({ id, createdById: caller.userId, requestId, fileName, encoding, delimiter, ...counts });
    for await (const rows of people.batches(tx)) {
      await writeRows(tx, id, rows);
      const failed = rows.filter((row) => row.errors !== null).length;
      counts.total += rows.length;
      counts.processed += failed;
      counts.failed += failed;
    }
    await tx.update(userImports).set(counts).where(eq(userImports.id, id));
    await services.jobs.add(tx, 'importUsers', { importId: id }, { queue: `user import ${caller.userId}` });
    return id;
  });
}

async function writeRows(tx: Queryable, importId: string, rows: readonly ReadRow[]): Promise<void> {
  const doneAt = new Date();
  await tx.insert(userImportRows).values(
    rows.map(({ row, cells, errors }) => ({
      importId,
      row,
      cells: storable(cells),
      errors: errors && [...errors],
      doneAt: errors && doneAt,
    })),
  );
}

// A row may be wrong for what PostgreSQL cannot store, and is told of all the same.
const storable = (cells: ReadRow['cells']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(cells).map(([field, cell]) => [field, cell.replaceAll('\u0000', '').toWellFormed()]),
  );
