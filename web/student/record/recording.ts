import { isRecord } from '#web/student/profiles/stored-profile.ts';
import type { Sound } from './take.ts';

/** Whose recording it is, and of what. */
export interface RecordingPlace {
  /** Empty where nobody has said who is speaking. */
  readonly profileId: string;
  readonly contentHashCode: string;
}

/** A recording on this device, with all that sending it needs beside the child's token and class. */
export interface Recording extends RecordingPlace, Sound {
  /** A UUID; the server takes what comes twice under one id only once. */
  readonly id: string;
  /** The unit whose wall it is for. */
  readonly lessonHashCode: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** The server has it under this id, and makes it ready. */
  readonly requestId: string | null;
}

/** A child's recordings for a page, in their order. */
export const ownOf = (recordings: readonly Recording[], place: RecordingPlace): readonly Recording[] =>
  recordings.filter(
    ({ profileId, contentHashCode }) => profileId === place.profileId && contentHashCode === place.contentHashCode,
  );

/** A recording in what the device's store held; undefined for anything else. */
export function readRecording(stored: unknown): Recording | undefined {
  if (!isRecord(stored)) return undefined;
  const { id, profileId, contentHashCode, lessonHashCode, madeAt, requestId, bytes, seconds, silent } = stored;
  if (!isText(id) || !isText(profileId) || !isText(contentHashCode) || !isText(lessonHashCode)) return undefined;
  if (typeof madeAt !== 'number' || typeof seconds !== 'number' || !(bytes instanceof ArrayBuffer)) return undefined;
  const place = { profileId, contentHashCode, lessonHashCode };
  const sound = { bytes, seconds, silent: silent === true };
  return { id, ...place, ...sound, madeAt, requestId: isText(requestId) ? requestId : null };
}

const isText = (value: unknown): value is string => typeof value === 'string';
