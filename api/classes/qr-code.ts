import QRCode from 'qrcode';

// Level Q survives a quarter of the print being worn off; four modules of white are what readers ask for.
const print = { errorCorrectionLevel: 'Q', margin: 4 } as const;

export const qrSvg = (text: string): Promise<string> => QRCode.toString(text, { ...print, type: 'svg' });

/** Wide enough for a poster; whole pixels per module, so that no edge is blurred. */
export const qrPng = (text: string): Promise<Buffer> => QRCode.toBuffer(text, { ...print, scale: 24 });
