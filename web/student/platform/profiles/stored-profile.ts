import { isRecord } from '#web/shared/storage.ts';
import { animals, type AnimalName } from '#schema/rules/profile-name.ts';

/** Where a child is or was last: a class with its book, or a book alone. */
export interface Place {
  readonly textBookId: string | null;
  readonly classId: string | null;
  readonly className: string | null;
  readonly textBookName: string | null;
  /** The class's, or without one the book's. */
  readonly hashCode: string;
}

/** The active profile with the class and the book it is in (section 3). */
export interface StudentInfo extends Omit<Place, 'hashCode'> {
  readonly id: string;
}

/** A profile as this device keeps it. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly animal: AnimalName;
  /** Sent as the Bearer when the profile acts. */
  readonly token: string;
  /** Ids of the classes it has joined. */
  readonly classIds: readonly string[];
  /** What choosing the profile opens. */
  readonly place: Place | null;
}

/** The info of a profile that becomes active where it was last. */
export function infoOf({ id, place }: Pick<Profile, 'id' | 'place'>): StudentInfo {
  const { textBookId = null, classId = null, className = null, textBookName = null } = place ?? {};
  return { id, textBookId, classId, className, textBookName };
}

/** The profiles in what storage held; whatever is not one is left out. */
export function parseProfiles(stored: unknown): readonly Profile[] {
  if (!Array.isArray(stored)) return [];
  const profiles = stored.map(parseProfile).filter((profile) => profile !== null);
  return profiles.filter(({ id }, index) => profiles.findIndex((other) => other.id === id) === index);
}

function parseProfile(stored: unknown): Profile | null {
  if (!isRecord(stored)) return null;
  const { id, name, token } = stored;
  const animal = animals.find((known) => known === stored.animal);
  if (!isText(id) || !isText(name) || !isText(token) || animal === undefined) return null;
  const classIds = Array.isArray(stored.classIds) ? stored.classIds.filter(isText) : [];
  return { id, name, animal, token, classIds, place: parsePlace(stored.place) };
}

function parsePlace(stored: unknown): Place | null {
  if (!isRecord(stored) || !isText(stored.hashCode)) return null;
  return { hashCode: stored.hashCode, ...parseNames(stored) };
}

/** The active profile's info in what storage held, or null. */
export function parseInfo(stored: unknown): StudentInfo | null {
  return isRecord(stored) && isText(stored.id) ? { id: stored.id, ...parseNames(stored) } : null;
}

function parseNames({ textBookId, classId, className, textBookName }: Record<string, unknown>) {
  const textOrNull = (value: unknown) => (isText(value) ? value : null);
  return {
    textBookId: textOrNull(textBookId),
    classId: textOrNull(classId),
    className: textOrNull(className),
    textBookName: textOrNull(textBookName),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
