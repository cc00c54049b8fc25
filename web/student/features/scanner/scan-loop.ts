import CodeReader from './code-reader.ts?worker';
import type { Frame } from './code-reader.ts';

interface ScanLoop {
  readonly video: HTMLVideoElement;
  /** What a code in the picture says; again and again while it is held there. */
  readonly onText: (text: string) => void;
  /** The reader did not come. */
  readonly onBroken: () => void;
}

/** Milliseconds between two looks. */
const pace = 200;
/** The longer side of what is looked at, in pixels: enough for a code that fills a third of the picture. */
const side = 720;

/** Looks for a code in a live picture until the function that it returns is called. */
export function scanLoop({ video, onText, onBroken }: ScanLoop): () => void {
  const reader = new CodeReader();
  const canvas = document.createElement('canvas');
  const sheet = canvas.getContext('2d', { willReadFrequently: true });
  let reading = false;

  const look = () => {
    if (reading || !sheet || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    const { videoWidth, videoHeight } = video;
    const shrink = Math.min(1, side / Math.max(videoWidth, videoHeight));
    canvas.width = Math.round(videoWidth * shrink);
    canvas.height = Math.round(videoHeight * shrink);
    sheet.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data: pixels, width, height } = sheet.getImageData(0, 0, canvas.width, canvas.height);
    const frame: Frame = { pixels, width, height };
    reading = true;
    reader.postMessage(frame, [pixels.buffer]);
  };
  reader.onmessage = ({ data }: MessageEvent<string>) => {
    reading = false;
    if (data) onText(data);
  };
  reader.onerror = onBroken;
  const timer = setInterval(look, pace);
  return () => {
    clearInterval(timer);
    reader.terminate();
  };
}
