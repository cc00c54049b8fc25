import { eq } from 'drizzle-orm';
import { newAlbumKey } from '#api/domains/albums/files.ts';
import { albumToken } from '#api/domains/albums/token.ts';
import { hashOf } from '#api/domains/auth/tokens.ts';
import { newId } from '#api/ground/db/ids.ts';
import { classes, schools, studentAlbums } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';

/** The school of a class. */
export async function schoolOf({ db }: Uses<'db'>, classId: string): Promise<string> {
  const [found] = await db.select({ id: classes.schoolId }).from(classes).where(eq(classes.id, classId));
  return found?.id ?? '';
}

interface Given {
  readonly classId: string;
  readonly profileId: string;
  readonly madeById: string;
}

/** A finished album without files, in a school that allows albums from now on, with the token of its link. */
export async function giveAlbum(services: Uses<'db' | 'secrets'>, { classId, profileId, madeById }: Given) {
  const { db, secrets } = services;
  const id = newId();
  const schoolId = await schoolOf(services, classId);
  await db.update(schools).set({ familyAlbums: true }).where(eq(schools.id, schoolId));
  const token = albumToken(secrets, id);
  await db.insert(studentAlbums).values({
    ...{ id, profileId, schoolId, classIds: [classId], madeById, days: 14 },
    ...{ state: 'done', percent: 100, pdfSize: 2_400_000, zipSize: 87_000_000 },
    expiresAt: new Date(Date.now() + 14 * 86_400_000),
    tokenHash: hashOf(token),
    storageKey: newAlbumKey(id),
  });
  return { id, token };
}
