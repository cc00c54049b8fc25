import '#web/shared/script-addresses.ts';
import CodeReader from './code-reader.ts?worker';
import type { Frame } from './code-reader.ts';

interface ScanLoop {
  readonly video: HTMLVideoElement;
  /** Called with a code's text, repeatedly while the code is visible. */
  readonly onText: (text: string) => void;
  /** Called when the decoder cannot be loaded. */
  readonly onBroken: () => void;
}

/** Milliseconds between two scans. */
const pace = 200;
/** The longer side of a scanned frame in pixels: enough for a code that fills a third of it. */
const side = 720;

/** Scans a live picture for codes until the returned function is called. */
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
