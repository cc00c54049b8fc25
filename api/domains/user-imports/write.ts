import { eq } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { userImportRows, userImports } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { ReceivedFile } from '#api/ground/http/forms.ts';
import type { Uses } from '#api/ground/services.ts';
import type { UserImport } from '#schema/rest/user-files.ts';
import { importUsers } from './jobs.ts';
import { type ImportFile, listedErrors, openImportFile, type ReadRow, vocabulary } from './read-file.ts';

interface Delivery {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly file: ReceivedFile;
}

const open = async (services: Uses<'settings'>, { caller, file }: Delivery): Promise<ImportFile> =>
  openImportFile(file, { role: caller.kind, words: await vocabulary(services) });

/** Checks a file and answers the result that an import would have. Writes nothing. */
export async function checkImport(services: Uses<'db' | 'settings'>, delivery: Delivery): Promise<UserImport> {
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

/** Stores a file's rows and creates the job that invites the people, in one transaction. Resolves to the import's id. */
export async function startImport(services: Uses<'db' | 'settings' | 'jobs'>, delivery: Delivery): Promise<string> {
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
    await services.jobs.add(tx, importUsers, { importId: id }, { queue: `user import ${caller.userId}` });
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

// Removes characters that PostgreSQL cannot store, so that a row with such an error can be stored and reported.
const storable = (cells: ReadRow['cells']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(cells).map(([field, cell]) => [field, cell.replaceAll('\u0000', '').toWellFormed()]),
  );
