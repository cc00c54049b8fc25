import { writeFile } from 'node:fs/promises';
import { BufferTarget, FilePathSource, Input, type InputVideoTrack, Output } from 'mediabunny';
import type { RecastAnswer, RecastOrder } from './answer.ts';
import { endsWithWholeBox } from './boxes.ts';
import { containers } from './containers.ts';
import { Refused } from './refused.ts';
import { type Copying, copyAudio, copyVideo } from './tracks.ts';

/**
 * Remuxes a recording: copies the packets of its video and audio, and nothing else from its container (locations,
 * names, tags, pictures, other tracks). The length is that of the packets from time 0 on, not the container's claim.
 */
export async function recast(order: RecastOrder): Promise<RecastAnswer> {
  const { source, target, format, kind } = order;
  if ((format === 'mp4' || format === 'mov') && !(await endsWithWholeBox(source)))
    throw new Refused('messages.recordingCutOff');
  const { input: inputFormat, makeOutput, ...names } = containers[format];
  const input = new Input({ formats: [inputFormat], source: new FilePathSource(source) });
  const output = new Output({ format: makeOutput(), target: new BufferTarget() });

  const [video = null] = await input.getVideoTracks();
  const [audio = null] = await input.getAudioTracks();
  if (video === null && audio === null) throw new Refused('messages.recordingBroken');
  if (kind === 'video' && video === null) throw new Refused('messages.videoExpected');
  if (kind === 'audio' && (audio === null || video !== null)) throw new Refused('messages.soundExpected');
  const film = video && (await copyVideo(video, output));
  const sound = audio && (await copyAudio(audio, output));
  // Only MP4 can hold times below 0.
  const isCut = (format === 'mp4' || format === 'mov') && (await leaveOutCut(film, sound));
  await output.start();
  const tracks = [film, sound].filter((copy) => copy !== null);
  const seconds = await copyAll(tracks, { ...order, isCut });
  if (isCut && seconds === 0) throw new Refused('messages.recordingBroken');
  await output.finalize();
  if (output.target.buffer === null) throw new RangeError('Nothing was written');
  await writeFile(target, Buffer.from(output.target.buffer));

  const [contentType, extension] = [names.contentType[kind], names.extension[kind]];
  if (contentType === undefined || extension === undefined) throw new RangeError(`No ${kind} is written as ${format}`);
  return { kind, contentType, extension, durationMs: Math.round(seconds * 1000), ...(await sizeOf(video)) };
}

async function sizeOf(video: InputVideoTrack | null) {
  return video === null ? {} : { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() };
}

/**
 * Whether the beginning of a film was cut off, as phones do: its packets stand before time 0, where players skip them. Of
 * these only what a decoder needs is kept, with as much sound, so that players that do not skip it show picture and sound
 * in time. The delay of a sound's encoder is no cut.
 */
async function leaveOutCut(film: Copying | null, sound: Copying | null): Promise<boolean> {
  if (film === null || !((film.next() ?? 0) < 0)) return false;
  await film.beginBefore(0);
  await sound?.beginBefore(film.next() ?? 0);
  return true;
}

interface Copied extends RecastOrder {
  readonly isCut: boolean;
}

// Copies packets in time order, as the muxer interleaves them. The first packet becomes time 0, unless the film was cut.
async function copyAll(tracks: readonly Copying[], { before, tooLong, isCut }: Copied): Promise<number> {
  const starts = tracks.map(({ next }) => next()).filter((time) => time !== undefined);
  if (starts.length === 0) throw new Refused('messages.recordingBroken');
  const shift = isCut ? 0 : -Math.min(...starts);
  let end = 0;
  for (;;) {
    const [first] = tracks.map((track) => ({ track, time: track.next() ?? Infinity })).sort((a, b) => a.time - b.time);
    if (first === undefined || first.time === Infinity) return end;
    end = Math.max(end, await first.track.copy(shift));
    if (!(end < before)) throw new Refused(tooLong);
  }
}
