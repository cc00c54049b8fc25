import type { Download, DownloadReference } from '#api/downloads/downloads.ts';
import { conflict, notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { qrCodesZip } from './export-zip.ts';
import { bookStem, unitStem } from './file-names.ts';
import { printedPages, type UnitOrBook } from './printed-pages.ts';
import { findPrinted, type PrintedThing } from './printed-things.ts';

/** The pages of one ZIP are known by heart while it is made. */
const pageLimit = 2_000;

const stemOf = ({ shortCode, unitNumber }: PrintedThing): string =>
  `${unitNumber === undefined ? bookStem(shortCode) : unitStem({ shortCode, unitNumber })}-qr-codes`;

/** Names the ZIP of a unit's or a book's codes, once it is clear that there is something to put into it. */
export async function qrCodesFile({ db }: Pick<Services, 'db'>, of: UnitOrBook): Promise<DownloadReference> {
  const thing = await findPrinted(db, of);
  if (!thing) throw notFound();
  const { length } = await printedPages(db, of, pageLimit + 1);
  if (length === 0) throw conflict('messages.nothingToExport', 'There are no contents to make QR codes for yet.');
  if (length > pageLimit)
    throw conflict('messages.tooMuchToExport', `More than ${pageLimit} codes: please export unit by unit.`);
  const fileName = `${stemOf(thing)}.zip`;
  return 'lessonId' in of
    ? { kind: 'unit-qr-codes', id: of.lessonId, fileName }
    : { kind: 'textbook-qr-codes', id: of.textBookId, fileName };
}

export const unitQrCodes = (services: Services, lessonId: string) => makeZip(services, { lessonId });
export const textBookQrCodes = (services: Services, textBookId: string) => makeZip(services, { textBookId });

async function makeZip({ db, settings }: Services, of: UnitOrBook): Promise<Download | undefined> {
  const thing = await findPrinted(db, of);
  const pages = await printedPages(db, of, pageLimit);
  if (!thing || pages.length === 0) return undefined;
  return qrCodesZip({ pages, publicUrl: settings.publicUrl, stem: stemOf(thing) });
}
