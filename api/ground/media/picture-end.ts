import type { PictureFormat } from './formats.ts';

/** The offset at which a picture ends; undefined when the file is truncated. */
export function pictureEnd(bytes: Buffer, format: PictureFormat): number | undefined {
  try {
    return ends[format](bytes);
  } catch (error) {
    // A read past the last byte: the file is truncated.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether other data follows the picture. Padding and the further pictures that cameras append are allowed. */
export function hidesMore(bytes: Buffer, format: PictureFormat): boolean {
  let end = pictureEnd(bytes, format) ?? bytes.length;
  while (end < bytes.length && bytes[end] === 0) end += 1;
  const rest = bytes.subarray(end);
  if (rest.length === 0) return false;
  return format !== 'jpeg' || rest.readUIntBE(0, Math.min(3, rest.length)) !== 0xffd8ff || hidesMore(rest, 'jpeg');
}

const ends: Record<PictureFormat, (bytes: Buffer) => number> = {
  jpeg: jpegEnd,
  png: pngEnd,
  gif: gifEnd,
  webp(bytes) {
    const size = bytes.readUInt32LE(4);
    const end = 8 + size + (size % 2);
    if (end > bytes.length) throw new RangeError('The file is shorter than it says');
    return end;
  },
};

function pngEnd(bytes: Buffer): number {
  for (let at = 8; ;) {
    const next = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return next;
    at = next;
  }
}

function jpegEnd(bytes: Buffer): number {
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) throw new RangeError('A marker is missing');
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xd9) return at + 2;
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else {
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === 0xda) at = nextMarker(bytes, at);
    }
  }
}

// Inside a scan, FF is followed by a zero or a restart number; anything else ends the scan.
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 1) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) throw new RangeError('The scan does not end');
    const following = bytes.readUInt8(at + 1);
    if (following !== 0 && (following < 0xd0 || following > 0xd7)) return at;
  }
}

function gifEnd(bytes: Buffer): number {
  const tableSize = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableSize(bytes.readUInt8(10));
  for (;;) {
    const block = bytes.readUInt8(at);
    if (block === 0x3b) return at + 1;
    if (block === 0x2c) at = blocksEnd(bytes, at + 11 + tableSize(bytes.readUInt8(at + 9)));
    else if (block === 0x21) at = blocksEnd(bytes, at + 2);
    else throw new RangeError('An unknown block');
  }
}

// Length-prefixed blocks of up to 255 bytes; an empty block is the last.
function blocksEnd(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += length + 1;
  return at + 1;
}
