import '#web/shared/script-addresses.ts';
import { BlobSource, CanvasSink, Input, MP4, QTFF, WEBM, type InputVideoTrack } from 'mediabunny';
import { fileMaximum, pictureMaximum, videoSeconds } from '#schema/rules/files.ts';
import { jpegWithin, whiteCanvas } from '#web/shared/pictures/jpeg.ts';
import { convertVideo, type OpenVideo } from './convert-video.ts';
import { UnusableFile, type PreparedWork, type Preparation } from './prepared-work.ts';

/** Codecs that every browser plays in their usual container. */
const everywhere = /^(avc|vp8|vp9)$/;

/**
 * Makes a video ready to send: checks that it is shorter than two minutes, and encodes it to fit where the browser can.
 */
export async function makeVideo(file: File, options: Preparation): Promise<PreparedWork> {
  if (file.type !== '' && !file.type.startsWith('video/')) throw new UnusableFile('NotFilm');
  const openedVideo = await openVideo(file);
  return prepared(file, openedVideo, options).finally(() => openedVideo.input.dispose());
}

async function prepared(file: File, opened: OpenVideo, options: Preparation): Promise<PreparedWork> {
  const { input, video, seconds } = opened;
  if (seconds >= videoSeconds) throw new UnusableFile('TooLong');
  const fits = file.size <= fileMaximum;
  const codec = await video.getCodec();
  const asItIs = fits && codec !== null && everywhere.test(codec);
  const converted = asItIs
    ? undefined
    : await convertVideo(opened, options).catch((error: unknown) => {
        // The browser may say that it can and fail half-way, as when it takes its decoder away.
        if (!fits || options.signal.aborted) throw error;
        return undefined;
      });
  if (!converted && !fits) throw new UnusableFile('TooBig');
  const thumbnail = await thumbnailOf(video, seconds).catch(() => null);
  const type = converted?.type ?? ((await input.getFormat()) === WEBM ? 'video/webm' : 'video/mp4');
  return { kind: 'video', type, bytes: converted?.bytes ?? (await file.arrayBuffer()), thumbnail };
}

async function openVideo(file: File): Promise<OpenVideo> {
  const input = new Input({ formats: [MP4, QTFF, WEBM], source: new BlobSource(file) });
  try {
    const video = await input.getPrimaryVideoTrack();
    if (!video) throw new UnusableFile('Film');
    const [seconds, width, height] = await Promise.all([
      input.computeDuration(),
      video.getDisplayWidth(),
      video.getDisplayHeight(),
    ]);
    return { input, video, seconds, width, height };
  } catch {
    input.dispose();
    throw new UnusableFile('Film');
  }
}

/** A thumbnail from shortly after the start, which is often dark; null when the browser cannot make it. */
async function thumbnailOf(video: InputVideoTrack, seconds: number): Promise<ArrayBuffer | null> {
  if (!(await video.canDecode())) return null;
  const shot = await new CanvasSink(video, { width: 480 }).getCanvas(
    (await video.getFirstTimestamp()) + Math.min(1, seconds / 3),
  );
  if (!shot) return null;
  const { width, height } = shot.canvas;
  const { canvas, context } = whiteCanvas(width, height);
  context?.drawImage(shot.canvas, 0, 0);
  const made = await jpegWithin(pictureMaximum, [{ side: 480, quality: 0.8 }], () => canvas);
  return made.arrayBuffer();
}
