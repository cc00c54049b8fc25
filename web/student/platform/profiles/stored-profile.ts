import { isObject } from '#web/shared/is-object.ts';
import { animals, type AnimalName } from '#schema/rules/profile-name.ts';

/** A child's current or last place: a class with its book, or a book alone. */
export interface Place {
  readonly textBookId: string | null;
  readonly classId: string | null;
  readonly className: string | null;
  readonly textBookName: string | null;
  /** The class's hash code, or the book's when there is no class. */
  readonly hashCode: string;
}

/** The active profile with its class and book (section 3). */
export interface StudentInfo extends Omit<Place, 'hashCode'> {
  readonly id: string;
}

/** A profile in its stored form. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly animal: AnimalName;
  /** The bearer token of the profile. */
  readonly token: string;
  /** The profile came from its class's list: removing it here leaves it to the child's other devices. */
  readonly isTaken?: boolean;
  /** The child shows its three animals, or its card, before it is chosen here again. */
  readonly asksPictures?: boolean;
  /** The ids of the classes that the profile has joined. */
  readonly classIds: readonly string[];
  /** The place that opens when the profile is chosen. */
  readonly place: Place | null;
  /** The child's class while the place is a book alone. */
  readonly lastClass?: Place;
}

/** The child's current class, or the class before it opened a book alone. */
export const classPlaceOf = ({ place, lastClass }: Pick<Profile, 'place' | 'lastClass'>): Place | null =>
  place !== null && place.classId !== null ? place : (lastClass ?? null);

interface ClassWithBook {
  readonly id: string;
  readonly classHashCode: string;
  readonly className: string;
  readonly textBook: { readonly id: string; readonly name: string };
}

/** The place of a child in a class of the server. */
export const placeIn = ({ id, classHashCode, className, textBook }: ClassWithBook): Place => ({
  hashCode: classHashCode,
  classId: id,
  className,
  textBookId: textBook.id,
  textBookName: textBook.name,
});

/** The animal of a profile of the server; undefined for an animal that this build does not know. */
export const animalOf = (animal: string): AnimalName | undefined =>
  animals.find((known) => known === animal.toLowerCase());

/** The info of a profile that becomes active at its last place. */
export function infoOf({ id, place }: Pick<Profile, 'id' | 'place'>): StudentInfo {
  const { textBookId = null, classId = null, className = null, textBookName = null } = place ?? {};
  return { id, textBookId, classId, className, textBookName };
}

/** Parses stored profiles; invalid entries are dropped. */
export function parseProfiles(stored: unknown): readonly Profile[] {
  if (!Array.isArray(stored)) return [];
  const profiles = stored.map(parseProfile).filter((profile) => profile !== null);
  return profiles.filter(({ id }, index) => profiles.findIndex((other) => other.id === id) === index);
}

function parseProfile(stored: unknown): Profile | null {
  if (!isObject(stored)) return null;
  const { id, name, token } = stored;
  const animal = animals.find((known) => known === stored.animal);
  if (!isText(id) || !isText(name) || !isText(token) || animal === undefined) return null;
  const classIds = Array.isArray(stored.classIds) ? stored.classIds.filter(isText) : [];
  const guard = stored.isTaken === true ? { isTaken: true, asksPictures: stored.asksPictures === true } : {};
  const lastClass = parsePlace(stored.lastClass);
  const place = { place: parsePlace(stored.place), ...(lastClass && { lastClass }) };
  return { id, name, animal, token, ...guard, classIds, ...place };
}

function parsePlace(stored: unknown): Place | null {
  if (!isObject(stored) || !isText(stored.hashCode)) return null;
  return { hashCode: stored.hashCode, ...parseNames(stored) };
}

/** Parses the stored info of the active profile; null when invalid. */
export function parseInfo(stored: unknown): StudentInfo | null {
  return isObject(stored) && isText(stored.id) ? { id: stored.id, ...parseNames(stored) } : null;
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
