import { mkdtempSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { qrPng, qrSvg, qrSymbol } from '#api/domains/qr-codes/picture.ts';

const size = { width: 640, height: 480 } as const;

/** A camera of Chromium's that sees a file, which may change while it looks. */
export interface FakeCamera {
  /** For the browser. */
  readonly flags: readonly string[];
  /** Holds a printed code up: drawn as the product draws it, a little askew, as a hand does. */
  readonly show: (text: string) => Promise<void>;
}

export function fakeCamera(): FakeCamera {
  const file = join(mkdtempSync(join(tmpdir(), 'camera-')), 'picture.y4m');
  let written = false;
  return {
    flags: [`--use-file-for-fake-video-capture=${file}`],
    async show(text) {
      const film = await filmOf(text);
      if (!written) await writeFile(file, film);
      written = true;
      // In place: the camera holds the file open.
      const handle = await open(file, 'r+');
      await handle.write(film, 0, film.length, 0);
      await handle.close();
    },
  };
}

/** One picture, which the camera repeats: a header, its brightness, and the grey of its two colours. */
async function filmOf(text: string): Promise<Buffer> {
  const code = await sharp(await qrPng(qrSvg(qrSymbol(text))))
    .resize(360, 360)
    .rotate(4, { background: '#ddd' })
    .toBuffer();
  const brightness = await sharp({ create: { ...size, channels: 3, background: '#999' } })
    .composite([{ input: code }])
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const head = Buffer.from(`YUV4MPEG2 W${size.width} H${size.height} F10:1 Ip A1:1 C420mpeg2\nFRAME\n`);
  return Buffer.concat([head, brightness, Buffer.alloc((size.width * size.height) / 2, 128)]);
}
