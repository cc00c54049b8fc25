import { BlobSource, CanvasSink, Input, MP4, QTFF, WEBM, type InputVideoTrack } from 'mediabunny';
import { fileMaximum, pictureMaximum, videoSeconds } from '#schema/rules/files.ts';
import { jpegWithin, sheetOfPaper } from '#web/shared/pictures/jpeg.ts';
import { convertFilm, type OpenFilm } from './convert-film.ts';
import { Unfit, type MadeWork, type Making } from './made-work.ts';

/** Codecs that every browser plays in their usual container. */
const everywhere = /^(avc|vp8|vp9)$/;

/**
 * Makes a video ready to send: checks that it is shorter than two minutes, and encodes it to fit where the browser can.
 */
export async function makeFilm(file: File, making: Making): Promise<MadeWork> {
  if (file.type !== '' && !file.type.startsWith('video/')) throw new Unfit('NotFilm');
  const film = await opened(file);
  return made(file, film, making).finally(() => film.input.dispose());
}

async function made(file: File, film: OpenFilm, making: Making): Promise<MadeWork> {
  const { input, video, seconds } = film;
  if (seconds >= videoSeconds) throw new Unfit('TooLong');
  const fits = file.size <= fileMaximum;
  const codec = await video.getCodec();
  const asItIs = fits && codec !== null && everywhere.test(codec);
  const anew = asItIs ? undefined : await convertFilm(film, making);
  if (!anew && !fits) throw new Unfit('TooBig');
  const thumbnail = await thumbnailOf(video, seconds).catch(() => null);
  const type = anew?.type ?? ((await input.getFormat()) === WEBM ? 'video/webm' : 'video/mp4');
  return { kind: 'video', type, bytes: anew?.bytes ?? (await file.arrayBuffer()), thumbnail };
}

async function opened(file: File): Promise<OpenFilm> {
  const input = new Input({ formats: [MP4, QTFF, WEBM], source: new BlobSource(file) });
  try {
    const video = await input.getPrimaryVideoTrack();
    if (!video) throw new Unfit('Film');
    const [seconds, width, height] = await Promise.all([
      input.computeDuration(),
      video.getDisplayWidth(),
      video.getDisplayHeight(),
    ]);
    return { input, video, seconds, width, height };
  } catch {
    input.dispose();
    throw new Unfit('Film');
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
  const { canvas, pen } = sheetOfPaper(width, height);
  pen?.drawImage(shot.canvas, 0, 0);
  const made = await jpegWithin(pictureMaximum, [{ side: 480, quality: 0.8 }], () => canvas);
  return made.arrayBuffer();
}
