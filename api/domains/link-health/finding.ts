import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { linkChecks } from '#api/ground/db/schema.ts';
import type { LinkKind, LinkProblem } from '#schema/rest/link-health.ts';
import { askedKinds } from './places.ts';

/** The result of a check; `unknown` means no clear answer of the service or the store, so the link may be fine. */
export type Finding = 'well' | LinkProblem | 'unknown';

interface Found {
  readonly kinds: readonly LinkKind[];
  readonly target: string;
  readonly finding: Finding;
}

// Shorter than a day, since one night may start later than the next. Longer than the gap to a second run in one night.
const oneNight = sql`interval '12 hours'`;

/**
 * Writes the result of a check at every place with the same link. A video or game counts as broken after two nights
 * with a problem, a file at once.
 */
export async function writeFinding(db: Queryable, { kinds, target, finding }: Found): Promise<void> {
  await db
    .update(linkChecks)
    .set(columnsOf(finding))
    .where(and(inArray(linkChecks.kind, kinds), eq(linkChecks.target, target)));
}

function columnsOf(finding: Finding) {
  const now = sql`now()`;
  if (finding === 'unknown') return { triedAt: now };
  const looked = { triedAt: now, checkedAt: now };
  if (finding === 'well') return { ...looked, problem: null, badSince: null, brokenAt: null, mailedAt: null };
  const isSecondNight = sql`${linkChecks.badSince} <= now() - ${oneNight}`;
  return {
    ...looked,
    problem: finding,
    badSince: sql`coalesce(${linkChecks.badSince}, now())`,
    brokenAt: sql`coalesce(${linkChecks.brokenAt},
      case when ${isSecondNight} or ${linkChecks.kind} not in (${sql.raw(askedKinds.map((kind) => `'${kind}'`).join())})
      then now() end)`,
  };
}
