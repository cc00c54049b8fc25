import { setImmediate as nextTurn } from 'node:timers/promises';
import { qrSymbol } from './picture.ts';
import type { PrintedSymbol } from './printed-symbols.ts';
import { drawCutLines, drawQrSymbol, drawText, newDocument } from './sheet-drawing.ts';

const a4 = { width: 595.28, height: 841.89 } as const;
const margin = 34;
const headHeight = 46;
const footHeight = 20;
const columns = 3;
const rows = 4;
const cell = {
  width: (a4.width - 2 * margin) / columns,
  height: (a4.height - 2 * margin - headHeight - footHeight) / rows,
} as const;
const codeSide = 118;

interface Sheets {
  readonly symbols: readonly PrintedSymbol[];
  /** The site's address: the codes link to it, and people type codes on it. */
  readonly publicUrl: string;
}

/** The codes on A4 sheets to print and cut, twelve to a sheet, a new sheet for each unit; a stream of the PDF's bytes. */
export async function sheetPdf({ symbols, publicUrl }: Sheets): Promise<PDFKit.PDFDocument> {
  const [first] = symbols;
  const title = [first?.page.textBookName, first?.page.shortCode].filter(Boolean).join(' · ');
  const document = await newDocument(title);
  draw(document, { symbols, publicUrl }).catch((error: unknown) =>
    document.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return document;
}

async function draw(document: PDFKit.PDFDocument, { symbols, publicUrl }: Sheets): Promise<void> {
  const sheets = sheetsOf(symbols);
  for (const [index, sheet] of sheets.entries()) {
    document.addPage();
    drawFrame(document, { sheet, publicUrl, count: `${index + 1} / ${sheets.length}` });
    for (const [place, symbol] of sheet.entries()) {
      drawCell(document, { symbol, column: place % columns, row: Math.floor(place / columns) });
      // A book of hundreds of pages must not keep everybody else waiting.
      await nextTurn();
    }
  }
  document.end();
}

function sheetsOf(symbols: readonly PrintedSymbol[]): PrintedSymbol[][] {
  const sheets: PrintedSymbol[][] = [];
  for (const symbol of symbols) {
    const sheet = sheets.at(-1);
    if (sheet && sheet.length < columns * rows && sheet[0]?.page.unitId === symbol.page.unitId) sheet.push(symbol);
    else sheets.push([symbol]);
  }
  return sheets;
}

interface Frame {
  readonly sheet: readonly PrintedSymbol[];
  readonly publicUrl: string;
  readonly count: string;
}

function drawFrame(document: PDFKit.PDFDocument, { sheet, publicUrl, count }: Frame): void {
  const page = sheet[0]?.page;
  const width = a4.width - 2 * margin;
  const unit = [page?.unitTitle, page?.unitName].filter(Boolean).join(' · ');
  drawText(document, page?.textBookName ?? '', { x: margin, y: margin + 14, width, size: 15, weight: 700 });
  drawText(document, unit, { x: margin, y: margin + 32, width, size: 10.5, weight: 500 });
  const foot = { x: margin, y: a4.height - margin, width, size: 8, weight: 500, colour: '#444' } as const;
  drawText(document, publicUrl.replace(/^https?:\/\//, ''), foot);
  drawText(document, count, { ...foot, align: 'right' });
  drawCutLines(document, {
    x: margin,
    y: margin + headHeight,
    columns,
    rows: Math.ceil(sheet.length / columns),
    ...cell,
  });
}

interface Cell {
  readonly symbol: PrintedSymbol;
  readonly column: number;
  readonly row: number;
}

function drawCell(document: PDFKit.PDFDocument, { symbol: { url, code, label }, column, row }: Cell): void {
  const [left, top] = [margin + column * cell.width, margin + headHeight + row * cell.height];
  drawQrSymbol(document, qrSymbol(url), { x: left + (cell.width - codeSide) / 2, y: top + 4, side: codeSide });
  const beneath = { x: left + 8, width: cell.width - 16, align: 'centre' } as const;
  drawText(document, code, { ...beneath, y: top + codeSide + 12, size: 12, weight: 700 });
  drawText(document, label, { ...beneath, y: top + codeSide + 26, size: 9.5, weight: 500, lines: 3, leading: 11.5 });
}
