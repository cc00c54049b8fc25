import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

export interface ReadPage {
  readonly text: string;
  /** The page as it prints, 144 dots to the inch. */
  readonly picture: Buffer;
}

const scale = 2;

/** The pages of a PDF, as an independent reader shows them. */
export async function readPdf(pdf: Buffer): Promise<ReadPage[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const pages: ReadPage[] = [];
  for (const page of document.pages()) {
    // Rendering closes the page.
    const text = page.getText();
    const { data, width, height } = await page.render({ scale, render: 'bitmap' });
    const picture = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    pages.push({ text, picture });
  }
  document.destroy();
  library.destroy();
  return pages;
}

interface Grid {
  /** In points, as the page is measured. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
}

/** A page's picture in the pieces that scissors would make of it, row by row. */
export async function cutUp(page: Buffer, { left, top, width, height, columns, rows }: Grid): Promise<Buffer[]> {
  const places = Array.from({ length: columns * rows }, (_, place) => ({
    left: Math.round((left + (place % columns) * width) * scale),
    top: Math.round((top + Math.floor(place / columns) * height) * scale),
    width: Math.floor(width * scale),
    height: Math.floor(height * scale),
  }));
  return Promise.all(places.map((place) => sharp(page).extract(place).png().toBuffer()));
}
