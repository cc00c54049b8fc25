import { and, inArray, isNull, sql } from 'drizzle-orm';
import { peopleWhoMay } from '#api/domains/users/reader.ts';
import { newId } from '#api/ground/db/ids.ts';
import { linkChecks } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import { brokenLinks } from '#schema/rest/link-health.ts';
import { mailBrokenLinks } from './jobs.ts';
import { isBroken, isOfPlace, places } from './places.ts';

/**
 * Queues one mail to each person about newly broken links: to the last author of the content, the sound or the
 * textbook, or to everybody who may fix the link. Resolves to the number of mails.
 */
export async function tellPeople(services: Uses<'db' | 'settings' | 'jobs'>): Promise<number> {
  return services.db.transaction(async (tx) => {
    const found = await tx
      .select({ id: linkChecks.id, changedById: sql<string | null>`place.changed_by_id` })
      .from(linkChecks)
      .innerJoin(places(services.settings.linkHealth.asks), isOfPlace)
      .where(and(isBroken, isNull(linkChecks.mailedAt)))
      .for('update', { of: linkChecks });
    if (found.length === 0) return 0;
    const editors = await peopleWhoMay(tx, brokenLinks);
    const linksOf = new Map<string, string[]>();
    for (const { id, changedById } of found)
      for (const userId of changedById !== null && editors.includes(changedById) ? [changedById] : editors)
        linksOf.set(userId, [...(linksOf.get(userId) ?? []), id]);
    for (const [userId, linkIds] of linksOf)
      await services.jobs.add(tx, mailBrokenLinks, { id: newId(), userId, linkIds });
    const ids = found.map(({ id }) => id);
    await tx
      .update(linkChecks)
      .set({ mailedAt: sql`now()` })
      .where(inArray(linkChecks.id, ids));
    return linksOf.size;
  });
}
