import qrcode from 'qrcode';

const BLACK_ON_WHITE = '\u001B[30;107m';
const PLAIN = '\u001B[0m';

/** A QR code in half-height blocks with the full quiet zone, black on white in any terminal. */
export async function terminalQr(text: string, { colours }: { colours: boolean }): Promise<string> {
  const blocks = await qrcode.toString(text, { type: 'utf8', margin: 4, errorCorrectionLevel: 'L' });
  if (!colours) return blocks;
  return blocks
    .split('\n')
    .map((line) => `${BLACK_ON_WHITE}${line}${PLAIN}`)
    .join('\n');
}
