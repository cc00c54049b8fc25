import { and, eq } from 'drizzle-orm';
import type { CallerKind, Role } from '#schema/access.ts';
import { roles } from '#schema/access.ts';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { newId } from '#api/ground/db/ids.ts';
import { type classes, classProfiles, memberships, profiles, schools } from '#api/ground/db/schema.ts';
import { makeClass, makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import type { World } from '#tests/support/world.ts';
import { addStaff, type Member, tokenOf } from '../school.ts';

type School = Readonly<Record<Role, Member>>;

/** Two schools with one book, on which the operations of the contract are tested. */
export interface Place {
  readonly world: World;
  readonly own: School;
  readonly other: School;
  readonly book: Awaited<ReturnType<typeof makeTextBook>>;
  readonly lesson: Awaited<ReturnType<typeof makeLesson>>;
  readonly content: Awaited<ReturnType<typeof makeContent>>;
}

export async function makePlace(world: World): Promise<Place> {
  const { db } = world.services;
  const book = await makeTextBook(db);
  const lesson = await makeLesson(db, { textbookId: book.id, position: 0 });
  const content = await makeContent(db, { lessonId: lesson.id, position: 0 });
  return { world, own: await makeSchool(world), other: await makeSchool(world), book, lesson, content };
}

async function makeSchool(world: World): Promise<School> {
  const owner = await addStaff(world, { role: 'SchoolOwner' });
  const member = (role: Role) =>
    role === 'SchoolOwner' ? owner : addStaff(world, { role, invitedById: role === 'Teacher' ? owner.id : null });
  const members = await Promise.all(roles.map(async (role) => [role, await member(role)] as const));
  return Object.fromEntries(members) as unknown as School;
}

/** A running class of the first school: its owner's, taught by its teacher. */
export async function aClass({ world, own, book }: Place, over: Partial<typeof classes.$inferInsert> = {}) {
  return makeClass(world.services.db, {
    textbookId: book.id,
    mainTeacherId: own.Teacher.id,
    schoolAdministratorId: own.SchoolOwner.id,
    ...over,
  });
}

/** A new profile, in the class where one is given. */
export async function aProfile({ world }: Place, classId?: string) {
  const id = newId();
  const { db, secrets } = world.services;
  const row = { id, name: 'ひなた', animal: 'fox', version: 1 } as const;
  await db.insert(profiles).values(row);
  if (classId !== undefined) await db.insert(classProfiles).values({ classId, profileId: id });
  return { ...row, token: await signStudentToken(secrets, id) };
}

/** A class of the other school has the child too. */
export async function joinOtherSchool(place: Place, profileId: string): Promise<void> {
  const { Teacher, SchoolOwner } = place.other;
  const { id: classId } = await aClass(place, { mainTeacherId: Teacher.id, schoolAdministratorId: SchoolOwner.id });
  await place.world.services.db.insert(classProfiles).values({ classId, profileId });
}

/** The school that somebody owned first. */
export async function schoolOwnedBy({ world }: Place, userId: string) {
  const [owned] = await world.services.db
    .select({ id: schools.id, version: schools.version })
    .from(memberships)
    .innerJoin(schools, eq(schools.id, memberships.schoolId))
    .where(and(eq(memberships.userId, userId), eq(memberships.role, 'SchoolOwner')))
    .orderBy(memberships.createdAt)
    .limit(1);
  return owned ?? { id: '', version: 0 };
}

/** A fresh token per call, since some operations end their session or profile. */
export async function tokenFor(place: Place, caller: CallerKind, school: 'own' | 'other' = 'own') {
  if (caller === 'Nobody') return undefined;
  if (caller === 'Student') return (await aProfile(place)).token;
  return tokenOf(place.world, place[school][caller]);
}

/** The tokens of sessions that calls share. One that ends its session brings its own; a child's profile is fresh each time. */
export function sharedTokens(
  place: Place,
): (caller: CallerKind, school?: 'own' | 'other') => Promise<string | undefined> {
  const known = new Map<string, Promise<string | undefined>>();
  return (caller, school = 'own') => {
    if (caller === 'Student') return tokenFor(place, caller);
    const token = known.get(`${school} ${caller}`) ?? tokenFor(place, caller, school);
    known.set(`${school} ${caller}`, token);
    return token;
  };
}
