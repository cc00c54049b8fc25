import { once } from 'node:events';
import { and, eq } from 'drizzle-orm';
import { linkChecks, media } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { checkBrokenLink, LinkKind } from '#schema/rest/link-health.ts';
import type { ResponseIn } from '#schema/rest/operation.ts';
import { askService } from './ask-service.ts';
import { type Finding, writeFinding } from './finding.ts';
import { brokenLinksById } from './list.ts';
import { lookAtFile } from './look-at-file.ts';
import { fileKinds, isAsked, isBroken, isOfPlace, places } from './places.ts';

type Services = Uses<'db' | 'settings' | 'storage'>;

interface Looked {
  readonly kind: LinkKind;
  readonly target: string;
}

/** Looks at a broken link again, now; 404 for one that is not listed. A person waits for the answer, hence the timeout. */
export async function checkAgain(
  services: Services,
  id: string,
  timeoutMs = 8_000,
): Promise<ResponseIn<typeof checkBrokenLink>> {
  const looked = await brokenLink(services, id);
  const { kind, target } = looked;
  const finding = await lookInTime(services, looked, timeoutMs);
  await writeFinding(services.db, { kinds: isAsked(kind) ? [kind] : fileKinds, target, finding });
  const [link = null] = await brokenLinksById(services, [id]);
  if (finding === 'unknown') return { outcome: 'unknown', link };
  return { outcome: link === null ? 'well' : 'broken', link };
}

async function brokenLink(services: Services, id: string): Promise<Looked> {
  const [found] = await services.db
    .select({ kind: linkChecks.kind, target: linkChecks.target })
    .from(linkChecks)
    .innerJoin(places(services.settings.linkHealth.asks), isOfPlace)
    .where(and(isBroken, eq(linkChecks.id, id)));
  if (!found) throw notFound();
  return found;
}

async function lookInTime(services: Services, looked: Looked, timeoutMs: number): Promise<Finding> {
  const signal = AbortSignal.timeout(timeoutMs);
  // A store may not answer at all, and its requests take no signal.
  const timeout = once(signal, 'abort').then((): Finding => 'unknown');
  try {
    return await Promise.race([look(services, looked, { timeoutMs, signal }), timeout]);
  } catch (error) {
    if (signal.aborted) return 'unknown';
    throw error;
  }
}

interface Limit {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

async function look(
  { db, settings, storage }: Services,
  { kind, target }: Looked,
  { timeoutMs, signal }: Limit,
): Promise<Finding> {
  if (isAsked(kind)) return askService({ address: settings.linkHealth[kind], link: target, timeoutMs, signal });
  const [file] = await db.select().from(media).where(eq(media.id, target));
  if (!file) throw notFound();
  return lookAtFile(storage, file, signal);
}
