import type { Kept, Work } from '#web/student/sending/work.ts';
import type { Sound } from './take.ts';

/** Whose recording it is, and of what. */
export interface RecordingPlace {
  /** Empty where nobody has said who is speaking. */
  readonly profileId: string;
  readonly contentHashCode: string;
}

/** A recording on this device, with all that sending it needs beside the child's token. */
export interface Recording extends Kept, RecordingPlace, Sound {
  readonly kind: 'record';
  /** The unit whose wall it is for. */
  readonly lessonHashCode: string;
}

/** A child's recordings for a page, in their order, among what waits on this device. */
export const ownOf = (works: readonly Work[], place: RecordingPlace): readonly Recording[] =>
  works
    .filter((work) => work.kind === 'record')
    .filter(
      ({ profileId, contentHashCode }) => profileId === place.profileId && contentHashCode === place.contentHashCode,
    );

/** The recording in what the device's store held of something kept; undefined for anything else. */
export function readRecording(stored: Readonly<Record<string, unknown>>, kept: Kept): Recording | undefined {
  const { contentHashCode, lessonHashCode, seconds, silent, bytes } = stored;
  if (typeof contentHashCode !== 'string' || typeof lessonHashCode !== 'string') return undefined;
  if (typeof seconds !== 'number' || !(bytes instanceof ArrayBuffer)) return undefined;
  return { ...kept, kind: 'record', contentHashCode, lessonHashCode, bytes, seconds, silent: silent === true };
}
