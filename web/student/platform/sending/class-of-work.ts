import type { Place } from '#web/student/platform/profiles/stored-profile.ts';
import type { SentWork, Work } from './work.ts';

interface Known {
  /** The stored state of the work; undefined when the device has none. */
  readonly kept: Work | undefined;
  /** The child's current place. */
  readonly place: Place | null | undefined;
}

/**
 * Notes the class of a recording by id when the child sends the recording: the wall's address names the class only by
 * its code, and staff may replace the code before the recording arrives. Works that are made at the wall have the id
 * already.
 */
export function withClassId(work: SentWork, { kept, place }: Known): SentWork {
  if (work.kind !== 'record' || work.contentHashCode === null) return work;
  const { classHashCode } = work;
  if (place?.hashCode === classHashCode) return { ...work, classId: place.classId };
  if (kept?.kind !== 'record' || kept.classHashCode !== classHashCode) return { ...work, classId: null };
  // The server refused this code, and the id behind the code is unknown. The only wall left is that of the child's class.
  if (kept.classId === null && kept.stuck === 'sendNotYourClass' && place && place.classId !== null)
    return { ...work, classId: place.classId, classHashCode: place.hashCode };
  return { ...work, classId: kept.classId };
}

/** The code that the work's class has now, if the child has shown it; else the code by which the child sent the work. */
export const currentCode = ({ classId, classHashCode }: SentWork, place: Place | null): string =>
  classId !== null && place?.classId === classId ? place.hashCode : classHashCode;
