import { film, photo } from '#tests/support/media-samples.ts';
import { createMp3 } from '#web/student/features/record/mp3.ts';
import type { Work } from './device.ts';

const seconds = 30;
const rate = 48_000;

/** Half a minute of a voice's pitch, written by the app's own encoder. */
export function recording(): Work {
  const mp3 = createMp3(rate);
  for (let second = 0; second < seconds; second += 1)
    mp3.write(Float32Array.from({ length: rate }, (_, at) => Math.sin((at / rate) * 440 * Math.PI) * 0.3));
  return {
    mutation: 'SendRecording',
    files: { file: { content: Buffer.from(mp3.finish()), fileName: 'recording.mp3' } },
  };
}

/** As the app makes a camera's photograph small, with the picture for its card. */
export async function picture(): Promise<Work> {
  const [whole, small] = await Promise.all([photo(2048, 1536, 14), photo(480, 360, 14)]);
  const files = {
    image: { content: whole, fileName: 'image.jpeg' },
    thumbnail: { content: small, fileName: 'small.jpg' },
  };
  return { mutation: 'SendPicture', files };
}

/** Twenty seconds of about five megabytes, which the app sends as they are. */
export async function shortFilm(): Promise<Work> {
  const content = await film({ seconds: 20, withSound: true, frameSize: 250_000 });
  return { mutation: 'SendFilm', files: { video: { content, fileName: 'video.mp4' } } };
}

export const bytesOf = ({ files }: Work): number =>
  Object.values(files).reduce((sum, { content }) => sum + content.length, 0);
