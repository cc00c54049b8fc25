// Three packets in one description: how long the first two are, then identification, comments and set-up.
const emptyComments = Buffer.concat([Buffer.from('\x03vorbis', 'latin1'), Buffer.alloc(8), Buffer.from([1])]);

/** A Vorbis track's description without its comments, which WebM keeps and where tools write places and names. */
export function withoutComments(description: AllowSharedBufferSource): Uint8Array {
  const bytes = ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description);
  if (bytes[0] !== 2) throw new RangeError('Not three packets');
  let at = 1;
  const readLength = (): number => {
    let length = 0;
    for (;;) {
      const byte = bytes.readUInt8(at);
      at += 1;
      length += byte;
      if (byte < 255) return length;
    }
  };
  const [identity, comments] = [readLength(), readLength()];
  if (identity >= 255 || at + identity + comments >= bytes.length) throw new RangeError('It breaks off');
  const setUp = bytes.subarray(at + identity + comments);
  const lengths = Buffer.from([2, identity, emptyComments.length]);
  return Buffer.concat([lengths, bytes.subarray(at, at + identity), emptyComments, setUp]);
}
