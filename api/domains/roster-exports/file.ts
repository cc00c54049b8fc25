import type { Writable } from 'node:stream';
import { z } from 'zod';
import { dataZip } from '#api/domains/privacy/data-zip.ts';
import { readerRole } from '#api/domains/users/reader.ts';
import { type CsvRow, writeCsv } from '#api/ground/csv/write.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { Download, DownloadReference } from '#api/ground/http/downloads.ts';
import type { Uses } from '#api/ground/services.ts';
import { exportRoster } from '#schema/rest/roster-files.ts';
import { gather } from './gather.ts';
import { tablesOf } from './tables.ts';

// We sign the reference, so nobody can change it; the caller's rights are checked again when the file is made.
const fileKey = z.tuple([z.uuid(), z.union([z.uuid(), z.literal('all')])]);

/** The package of a caller's classes. */
export const rosterFile = ({ userId }: StaffCaller, schoolId: string | undefined, day: string): DownloadReference => ({
  kind: 'roster',
  id: [userId, schoolId ?? 'all'].join('.'),
  fileName: `oneroster_${day}.zip`,
});

/** Makes the package when it is downloaded; undefined when the caller may not any more. */
export const rosterFileMaker = async (
  { db, settings, storage }: Uses<'db' | 'settings' | 'storage'>,
  id: string,
): Promise<Download | undefined> => {
  const [userId, school] = fileKey.parse(id.split('.'));
  const kind = await readerRole(db, userId, exportRoster);
  if (!kind) return undefined;
  const caller = { kind, userId, sessionId: null };
  const schoolId = school === 'all' ? undefined : school;
  const found = await gather(db, { caller, schoolId, timeZone: settings.timeZone });
  const parts = tablesOf(found).map(({ name, header, rows }) => ({
    name,
    // The profile's files have no byte order mark: programs read them, not spreadsheets.
    write: (target: Writable) => writeCsv(target, header, inTurn(rows()), { bom: false }),
  }));
  return dataZip(storage, parts);
};

async function* inTurn(rows: Iterable<CsvRow>): AsyncGenerator<CsvRow> {
  yield* rows;
}
