/** A white canvas: JPEG has no transparency, so transparent parts become white. */
export function whiteCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
  }
  return { canvas, context };
}

/** Encodes a canvas as a file of a type that the browser supports. */
export const encoded = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser could not write the picture'))),
      type,
      quality,
    );
  });

interface Try {
  /** The longer side in pixels. */
  readonly side: number;
  /** The JPEG quality, from 0 to 1. */
  readonly quality: number;
}

/** The first of several tries whose JPEG fits into a number of bytes. */
export async function jpegWithin(
  maximum: number,
  tries: readonly Try[],
  draw: (side: number) => HTMLCanvasElement,
): Promise<Blob> {
  let drawn: { readonly side: number; readonly canvas: HTMLCanvasElement } | undefined;
  for (const { side, quality } of tries) {
    if (drawn?.side !== side) drawn = { side, canvas: draw(side) };
    const made = await encoded(drawn.canvas, 'image/jpeg', quality);
    if (made.size <= maximum) return made;
  }
  throw new Error('The picture does not become small enough');
}
