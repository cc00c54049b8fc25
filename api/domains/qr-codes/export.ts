import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Download, DownloadReference } from '#api/ground/http/downloads.ts';
import { conflict, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { bookStem, unitStem } from './file-names.ts';
import { qrPng, qrSvg, qrSymbol, readable } from './picture.ts';
import { findBookOrUnit, printedPages, type BookOrUnit, type UnitOrBook } from './printed-pages.ts';
import { type PrintedSymbol, symbolsOf } from './printed-symbols.ts';
import { sheetPdf } from './sheet-pdf.ts';

// The pages of a ZIP are in memory while it is made, so their number is limited.
const pageLimit = 2_000;

const stemOf = ({ shortCode, unitNumber }: BookOrUnit): string =>
  `${unitNumber === undefined ? bookStem(shortCode) : unitStem({ shortCode, unitNumber })}-qr-codes`;

/** The download of a unit's or textbook's codes; 409 when there are no codes or too many. */
export async function qrCodesFile({ db }: Uses<'db'>, of: UnitOrBook): Promise<DownloadReference> {
  const thing = await findBookOrUnit(db, of);
  if (!thing) throw notFound();
  const { length } = await printedPages(db, of, pageLimit + 1);
  if (length === 0) throw conflict('messages.nothingToExport', 'Nothing to export yet.');
  if (length > pageLimit) throw conflict('messages.tooMuchToExport', 'Too much for one file. Export it in parts.');
  const fileName = `${stemOf(thing)}.zip`;
  return 'lessonId' in of
    ? { kind: 'unit-qr-codes', id: of.lessonId, fileName }
    : { kind: 'textbook-qr-codes', id: of.textBookId, fileName };
}

export const unitQrCodes = (services: Uses<'db' | 'settings'>, lessonId: string) => makeZip(services, { lessonId });
export const textBookQrCodes = (services: Uses<'db' | 'settings'>, textBookId: string) =>
  makeZip(services, { textBookId });

async function makeZip({ db, settings }: Uses<'db' | 'settings'>, of: UnitOrBook): Promise<Download | undefined> {
  const thing = await findBookOrUnit(db, of);
  const pages = await printedPages(db, of, pageLimit);
  if (!thing || pages.length === 0) return undefined;
  const symbols = symbolsOf({ pages, publicUrl: settings.publicUrl, withBook: 'textBookId' in of });
  return qrCodesZip({ symbols, publicUrl: settings.publicUrl, stem: stemOf(thing) });
}

interface Export {
  readonly symbols: readonly PrintedSymbol[];
  readonly publicUrl: string;
  /** The name of the PDF, without extension. */
  readonly stem: string;
}

// The ZIP with each code as SVG and PNG, and a PDF with sheets to print. Pictures are made, checked and sent one by one.
function qrCodesZip({ symbols, publicUrl, stem }: Export): Download {
  return {
    contentType: 'application/zip',
    async write(target: Writable) {
      const zip = new ZipFile();
      const output = zip.outputStream.pipe(new PassThrough());
      const fail = (error: Error) => void output.destroy(error);
      zip.on('error', fail);
      zip.addReadStreamLazy(`${stem}.pdf`, { compress: false }, (done) => {
        sheetPdf({ symbols, publicUrl }).then((sheets) => done(null, sheets.on('error', fail)), fail);
      });
      for (const { stem: name, url, code } of symbols) {
        const drawn = () => {
          const symbol = qrSymbol(url);
          return { symbol, svg: qrSvg(symbol, code) };
        };
        addPicture(zip, `${name}.svg`, async () => {
          const { symbol, svg } = drawn();
          return readable(Buffer.from(svg), symbol);
        });
        addPicture(zip, `${name}.png`, async () => {
          const { symbol, svg } = drawn();
          return readable(await qrPng(svg), symbol);
        });
      }
      zip.end();
      await pipeline(output, target);
    },
  };
}

// Made when the stream reaches it, so that one picture at a time is in memory.
function addPicture(zip: ZipFile, name: string, make: () => Promise<Buffer>): void {
  zip.addReadStreamLazy(name, { compress: name.endsWith('.svg') }, (done) => {
    make().then(
      (picture) => done(null, Readable.from([picture])),
      (error: unknown) => done(error, Readable.from([])),
    );
  });
}
