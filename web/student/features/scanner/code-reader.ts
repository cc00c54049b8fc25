import jsQR from 'jsqr';

/** One frame of the camera. */
export interface Frame {
  readonly pixels: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Runs in a worker: on a slow tablet, decoding one frame would delay every tap. */
self.onmessage = ({ data: { pixels, width, height } }: MessageEvent<Frame>) => {
  const found = jsQR(pixels, width, height, { inversionAttempts: 'dontInvert' });
  self.postMessage(found?.data ?? '');
};
