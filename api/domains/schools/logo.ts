import { and, eq } from 'drizzle-orm';
import { visibleTo } from '#api/domains/classes/scope.ts';
import { teachingMedia } from '#api/domains/media/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes, media, schools } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { invalid, notFound } from '#api/ground/http/problems.ts';
import type { SignedLinks } from '#api/ground/http/signed-links.ts';
import type { Uses } from '#api/ground/services.ts';
import type { FileLink } from '#schema/rest/values.ts';
import { forEachRole } from './scope.ts';

/** The columns of a school's logo, for queries that join its media. */
export const logoColumns = { id: media.id, fileName: media.fileName };

interface Logo {
  readonly id: string;
  readonly fileName: string;
}

/** The picture as it was sent, since a print needs it sharp. */
export const logoLink = (logo: Logo | null, links: SignedLinks): FileLink | null =>
  logo && links.media(logo.id, logo.fileName);

interface Choice {
  readonly logoId: string | null;
  readonly current: string | null;
}

/**
 * Answers 400 for a logo that is neither the present one nor a picture that the caller has sent: an owner could show
 * another school's otherwise.
 */
export async function assertLogo(tx: Queryable, caller: StaffCaller, { logoId, current }: Choice): Promise<void> {
  if (logoId === null || logoId === current) return;
  const picture = await teachingMedia(tx, logoId, 'image');
  if (picture?.uploadedById !== caller.userId) throw invalid({ logoId: ['messages.pictureNotAvailable'] });
}

const logoByRole = forEachRole((kind) =>
  preparedQuery(['id', 'userId'], (db: Queryable, { id, userId }) =>
    db
      .select({ logo: logoColumns })
      .from(classes)
      .leftJoin(schools, eq(schools.id, classes.schoolId))
      .leftJoin(media, eq(media.id, schools.logoMediaId))
      .where(and(eq(classes.id, id), visibleTo({ kind, userId }))),
  ),
);

/** The logo of a class's school, null without one; 404 when the caller does not see the class. */
export async function logoOfClass(
  { db, links }: Uses<'db' | 'links'>,
  caller: StaffCaller,
  id: string,
): Promise<FileLink | null> {
  const [found] = await logoByRole[caller.kind](db, { id, userId: caller.userId });
  if (!found) throw notFound();
  return logoLink(found.logo, links);
}
