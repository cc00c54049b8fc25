import { isObject } from '#web/shared/is-object.ts';
import { canResend, isSendWords, type SendProblem } from './send-problem.ts';

/** The fields that every unsent work needs. */
export interface Kept {
  /** A UUID of this device. */
  readonly id: string;
  /** The maker's profile; empty before a profile is chosen. */
  readonly profileId: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** The idempotency key, a UUID: the server accepts a work with the same key once. A refused file gets a new key. */
  readonly clientId: string;
  /** The id of the server's request after the upload. */
  readonly requestId: string | null;
  /** The class of the wall; null until the child sends the work. */
  readonly classHashCode: string | null;
  /** Why sending stopped; null while it continues. */
  readonly stuck: SendProblem | null;
}

/** A recording as MP3. */
export interface RecordedSound {
  readonly bytes: ArrayBuffer;
  readonly seconds: number;
  /** The recording contains no voice. */
  readonly silent: boolean;
}

/** The speaker of a recording, and its content; or the class of the wall, for a recording without a content. */
export type RecordingPlace =
  /** `profileId`: empty before a profile is chosen. */
  | { readonly profileId: string; readonly contentHashCode: string }
  | { readonly profileId: string; readonly contentHashCode: null; readonly classId: string };

/** A recording with everything that sending needs, except the child's token. */
export interface Recording extends Kept, RecordedSound {
  readonly kind: 'record';
  /** Null for a recording that was made for the wall, and not on the page of a content. */
  readonly contentHashCode: string | null;
  /** The content's unit; without a content, the unit that the child has chosen. */
  readonly lessonHashCode: string;
  /**
   * The id of the wall's class. A recording without a content always has it; that of a content has null until the child
   * sends it, or when the device does not know the id.
   */
  readonly classId: string | null;
}

/** A picture or a video for a wall. */
export interface Posting extends Kept {
  readonly kind: 'image' | 'video';
  readonly classId: string;
  readonly lessonId: string;
  readonly title: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
  /** A small JPEG thumbnail. */
  readonly thumbnail: ArrayBuffer | null;
}

export type Work = Recording | Posting;

/** A work that a child has sent. */
export type SentWork = Work & { readonly classHashCode: string };

export const isSent = <One extends WorkBrief>(work: One): work is One & { readonly classHashCode: string } =>
  work.classHashCode !== null;

/** Whether the child has sent the work, and it can still reach the wall. */
export const isWaiting = (work: WorkBrief): boolean => isSent(work) && (work.stuck === null || canResend(work.stuck));

/** A work without its bytes, for lists. */
export type WorkBrief = Pick<Work, 'id' | 'kind' | 'profileId' | 'requestId' | 'classHashCode' | 'stuck'>;

export const briefOf = ({ id, kind, profileId, requestId, classHashCode, stuck }: Work): WorkBrief => ({
  id,
  kind,
  profileId,
  requestId,
  classHashCode,
  stuck,
});

/** Parses a stored work; undefined when invalid. */
export function readWork(stored: unknown): Work | undefined {
  if (!isObject(stored)) return undefined;
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

/** A child's recordings for a content, or for a wall without a content; oldest first. */
export const ownOf = (works: readonly Work[], place: RecordingPlace): readonly Recording[] =>
  works
    .filter((work) => work.kind === 'record')
    .filter(
      ({ profileId, contentHashCode, classId }) =>
        profileId === place.profileId &&
        contentHashCode === place.contentHashCode &&
        (place.contentHashCode !== null || classId === place.classId),
    );

/** Parses a stored recording; undefined when invalid. */
export function readRecording(stored: Readonly<Record<string, unknown>>, kept: Kept): Recording | undefined {
  const { contentHashCode, lessonHashCode, classId, seconds, silent, bytes } = stored;
  if (contentHashCode === null ? !isText(classId) : !isText(contentHashCode)) return undefined;
  if (!isText(lessonHashCode)) return undefined;
  if (typeof seconds !== 'number' || !(bytes instanceof ArrayBuffer)) return undefined;
  const place = { contentHashCode: textOrNull(contentHashCode), lessonHashCode, classId: textOrNull(classId) };
  return { ...kept, kind: 'record', ...place, bytes, seconds, silent: silent === true };
}
