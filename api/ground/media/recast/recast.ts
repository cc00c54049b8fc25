import { writeFile } from 'node:fs/promises';
import { BufferTarget, FilePathSource, Input, type InputVideoTrack, Output } from 'mediabunny';
import type { RecastAnswer, RecastOrder } from './answer.ts';
import { endsWithWholeBox } from './boxes.ts';
import { containers } from './containers.ts';
import { Refused } from './refused.ts';
import { type Copying, copyAudio, copyVideo } from './tracks.ts';

/**
 * Remuxes a recording: copies the packets of its video and audio, and nothing else from its container (locations,
 * names, tags, pictures, other tracks). The length is that of the packets, not the container's claim.
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
  const copies = [video && (await copyVideo(video, output)), audio && (await copyAudio(audio, output))];
  await output.start();
  const seconds = await copyAll(
    copies.filter((copy) => copy !== null),
    order,
  );
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

// Copies packets in time order, as the muxer interleaves them; the first packet becomes time 0.
async function copyAll(tracks: readonly Copying[], { before, tooLong }: RecastOrder): Promise<number> {
  const starts = tracks.map(({ next }) => next()).filter((time) => time !== undefined);
  if (starts.length === 0) throw new Refused('messages.recordingBroken');
  const shift = -Math.min(...starts);
  let end = 0;
  for (;;) {
    const [first] = tracks.map((track) => ({ track, time: track.next() ?? Infinity })).sort((a, b) => a.time - b.time);
    if (first === undefined || first.time === Infinity) return end;
    end = Math.max(end, await first.track.copy(shift));
    if (!(end < before)) throw new Refused(tooLong);
  }
}
