/** An MP4 box: its length, its type, what is in it. */
export function childBox(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + content.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
}

interface Patch {
  readonly brand?: string;
  /** What the header claims the film's length to be. */
  readonly movieSeconds?: number;
  /** Put last into the index, which must be the last box of the file. */
  readonly insideMoov?: Buffer;
}

/** An MP4 with some of its bytes changed by hand. */
export function patchedMp4(film: Buffer, { brand, movieSeconds, insideMoov = Buffer.alloc(0) }: Patch): Buffer {
  const file = Buffer.concat([film, insideMoov]);
  if (brand !== undefined) file.write(brand, 8, 'latin1');
  const moov = file.indexOf('moov') - 4;
  if (insideMoov.length > 0) file.writeUInt32BE(file.readUInt32BE(moov) + insideMoov.length, moov);
  if (movieSeconds !== undefined) {
    const header = file.indexOf('mvhd') + 4;
    file.writeUInt32BE(movieSeconds * file.readUInt32BE(header + 12), header + 16);
  }
  return file;
}
