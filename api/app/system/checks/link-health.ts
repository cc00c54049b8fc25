import { and, count, gt, inArray, max, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { linkChecks } from '#api/ground/db/schema.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import type { SystemCheck } from '#schema/rest/system.ts';
import { found, hoursSince } from '../finding.ts';

// In hours: three nights, of which two may have been missed.
const lateHours = 74;

const countOf = (which: SQL | undefined) => sql<number>`count(*) filter (where ${which})`.mapWith(Number);

/** Checks the time of the last link checks, and whether YouTube and Wordwall answer from here. */
export async function checkLinkHealth(
  db: Queryable,
  { linkHealth }: Pick<Settings, 'linkHealth'>,
): Promise<SystemCheck> {
  const lately = new Date(Date.now() - lateHours * 3_600_000);
  const isAsked = inArray(linkChecks.kind, ['video', 'game']);
  const [row] = await db
    .select({
      tried: max(linkChecks.triedAt),
      asked: countOf(and(isAsked, gt(linkChecks.triedAt, lately))),
      answered: countOf(and(isAsked, gt(linkChecks.checkedAt, lately))),
      broken: count(linkChecks.brokenAt),
    })
    .from(linkChecks);
  if (!row?.tried) return found('linkHealth', 'young');
  const [hours, { broken }] = [hoursSince(row.tried), row];
  if (hours > lateHours) return found('linkHealth', 'late', { hours });
  if (!linkHealth.asks) return found('linkHealth', 'off', { hours, broken });
  if (row.asked > 0 && row.answered === 0) return found('linkHealth', 'silent', { hours, broken });
  return found('linkHealth', 'ok', { hours, broken });
}
