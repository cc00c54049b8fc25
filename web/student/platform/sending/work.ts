import { isRecord } from '#web/shared/storage.ts';
import { isSendWords, type SendWords } from './send-words.ts';

/** What sending needs to know of anything that a child has made on this device. */
export interface Kept {
  /** A UUID, by which this device knows it. */
  readonly id: string;
  /** Whose it is; empty where nobody has said. */
  readonly profileId: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** A UUID; the server takes what comes twice under one only once. Another one after a refusal. */
  readonly clientId: string;
  /** The server has it under this id, and makes it ready. */
  readonly requestId: string | null;
  /** The class whose wall it is on its way to; null until the child says so. */
  readonly classHashCode: string | null;
  /** Why it does not go on by itself. */
  readonly stuck: SendWords | null;
}

/** What a child has said, as an MP3. */
export interface RecordedSound {
  readonly bytes: ArrayBuffer;
  readonly seconds: number;
  /** Nobody was heard in it. */
  readonly silent: boolean;
}

/** Whose recording it is, and of what. */
export interface RecordingPlace {
  /** Empty where nobody has said who is speaking. */
  readonly profileId: string;
  readonly contentHashCode: string;
}

/** A recording on this device, with all that sending it needs beside the child's token. */
export interface Recording extends Kept, RecordingPlace, RecordedSound {
  readonly kind: 'record';
  /** The unit whose wall it is for. */
  readonly lessonHashCode: string;
}

/** A picture or a film for a wall. */
export interface Posting extends Kept {
  readonly kind: 'image' | 'video';
  readonly classId: string;
  readonly lessonId: string;
  readonly title: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
  /** A small JPEG of it. */
  readonly thumbnail: ArrayBuffer | null;
}

export type Work = Recording | Posting;

/** What a list of works tells of each, without its bytes. */
export type WorkBrief = Pick<Work, 'id' | 'kind' | 'profileId' | 'classHashCode' | 'stuck'>;

export const briefOf = ({ id, kind, profileId, classHashCode, stuck }: Work): WorkBrief => ({
  id,
  kind,
  profileId,
  classHashCode,
  stuck,
});

/** A work in what the device's store held; undefined for anything else. */
export function readWork(stored: unknown): Work | undefined {
  if (!isRecord(stored)) return undefined;
  const kept = readKept(stored);
  if (!kept) return undefined;
  return stored.kind === 'image' || stored.kind === 'video'
    ? readPosting(stored, { ...kept, kind: stored.kind })
    : readRecording(stored, kept);
}

function readKept(stored: Record<string, unknown>): Kept | undefined {
  const { id, profileId, madeAt, clientId, requestId, classHashCode, stuck } = stored;
  if (!isText(id) || !isText(profileId) || typeof madeAt !== 'number') return undefined;
  return {
    id,
    profileId,
    madeAt,
    clientId: isText(clientId) ? clientId : id,
    requestId: textOrNull(requestId),
    classHashCode: textOrNull(classHashCode),
    stuck: isSendWords(stuck) ? stuck : null,
  };
}

function readPosting(
  { classId, lessonId, title, type, bytes, thumbnail }: Record<string, unknown>,
  kept: Kept & Pick<Posting, 'kind'>,
): Posting | undefined {
  if (!isText(classId) || !isText(lessonId) || !isText(title) || !isText(type)) return undefined;
  if (!(bytes instanceof ArrayBuffer)) return undefined;
  return {
    ...kept,
    classId,
    lessonId,
    title,
    type,
    bytes,
    thumbnail: thumbnail instanceof ArrayBuffer ? thumbnail : null,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const textOrNull = (value: unknown) => (isText(value) ? value : null);

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
