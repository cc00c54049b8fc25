import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Download } from '#api/downloads/downloads.ts';
import { contentUrl } from './content-links.ts';
import { distinct, pageStem } from './file-names.ts';
import type { PrintedPage } from './printed-pages.ts';
import { qrPng, qrSvg } from './qr-picture.ts';
import { readable } from './qr-reading.ts';
import { qrSymbol } from './qr-symbol.ts';
import { sheetPdf } from './sheet-pdf.ts';

interface Export {
  readonly pages: readonly PrintedPage[];
  readonly publicUrl: string;
  /** Of the sheets' file. */
  readonly stem: string;
}

/** The codes as SVG and PNG and on sheets to print. One picture at a time is made, checked and sent. */
export function qrCodesZip({ pages, publicUrl, stem }: Export): Download {
  return {
    contentType: 'application/zip',
    async write(target: Writable) {
      const zip = new ZipFile();
      const output = zip.outputStream.pipe(new PassThrough());
      const fail = (error: Error) => void output.destroy(error);
      zip.on('error', fail);
      zip.addReadStreamLazy(`${stem}.pdf`, { compress: false }, (done) => {
        sheetPdf({ pages, publicUrl }).then((sheets) => done(null, sheets.on('error', fail)), fail);
      });
      const stems = distinct(pages.map(pageStem));
      for (const [index, page] of pages.entries()) {
        const name = stems[index] ?? page.id;
        const drawn = () => {
          const symbol = qrSymbol(contentUrl({ publicUrl }, page.hashCode));
          return { symbol, svg: qrSvg(symbol, page.pageCode) };
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

// Made when the ZIP has come so far, which is when the caller has taken what is before it.
function addPicture(zip: ZipFile, name: string, make: () => Promise<Buffer>): void {
  zip.addReadStreamLazy(name, { compress: name.endsWith('.svg') }, (done) => {
    make().then(
      (picture) => done(null, Readable.from([picture])),
      (error: unknown) => done(error, Readable.from([])),
    );
  });
}
