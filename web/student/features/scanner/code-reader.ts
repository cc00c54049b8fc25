import jsQR from 'jsqr';

/** One picture of the camera. */
export interface Frame {
  readonly pixels: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Runs in a worker of its own: on a school's tablet a look at one frame would hold up every tap. */
self.onmessage = ({ data: { pixels, width, height } }: MessageEvent<Frame>) => {
  const found = jsQR(pixels, width, height, { inversionAttempts: 'dontInvert' });
  self.postMessage(found?.data ?? '');
};
