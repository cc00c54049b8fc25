import { open } from 'node:fs/promises';

/**
 * Whether the last box of an MP4 or MOV file is complete. Each box states its length, so a truncated file is detected;
 * the parser would silently play the rest.
 */
export async function endsWithWholeBox(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    for (let at = 0; at < size;) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, at);
      if (bytesRead < 8) return false;
      const length = boxLength(buffer, size - at);
      if (length < 8) return false;
      at += length;
      if (at > size) return false;
    }
    return true;
  } finally {
    await file.close();
  }
}

// A length of 1 is followed by one of 64 bits, 0 is the rest of the file.
function boxLength(header: Buffer, rest: number): number {
  const length = header.readUInt32BE(0);
  if (length === 0) return rest;
  return length === 1 ? Number(header.readBigUInt64BE(8)) : length;
}
