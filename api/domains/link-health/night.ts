import { eq, inArray, sql } from 'drizzle-orm';
import type { Checking } from '#api/domains/media/store-check.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { linkChecks, media } from '#api/ground/db/schema.ts';
import { eachOf } from '#api/ground/each-of.ts';
import type { Uses } from '#api/ground/services.ts';
import { askService } from './ask-service.ts';
import { type Finding, writeFinding } from './finding.ts';
import { type FileToCheck, lookAtFile } from './look-at-file.ts';
import { type AskedKind, fileKinds } from './places.ts';
import { syncLinks } from './sync.ts';
import { tellPeople } from './tell.ts';

type Services = Uses<'db' | 'settings' | 'storage' | 'jobs' | 'logger'> & Pick<Checking, 'store'>;

/** The limits of one night. The next night continues with the links that were checked longest ago. */
export interface NightLimits {
  readonly minutes: number;
  /** The most questions to each service. */
  readonly questions: number;
  readonly files: number;
  readonly bytes: number;
  /** Questions to one service, or files, at the same time. */
  readonly atOnce: number;
  readonly timeoutMs: number;
}

const defaultLimits: NightLimits = {
  minutes: 45,
  questions: 2_000,
  files: 20_000,
  bytes: 10 * 1024 ** 3,
  atOnce: 2,
  timeoutMs: 10_000,
};

/** Looks at the links and files of the textbooks, and has the people mailed whose links are newly broken. */
export async function checkAllLinks(
  services: Services,
  signal: AbortSignal,
  overrides: Partial<NightLimits> = {},
): Promise<void> {
  const limits = { ...defaultLimits, ...overrides };
  // The first error ends the other parts too. Otherwise they would still run during the job's next try.
  const failed = new AbortController();
  const end = performance.now() + limits.minutes * 60_000;
  const run = { limits, signal: AbortSignal.any([signal, failed.signal]), end };
  await syncLinks(services);
  const parts = [askAll(services, 'video', run), askAll(services, 'game', run), lookAtFiles(services, run)] as const;
  for (const part of parts) part.catch((error: unknown) => failed.abort(error));
  await Promise.allSettled(parts);
  failed.signal.throwIfAborted();
  const [video, game, files] = await Promise.all(parts);
  const mailed = await tellPeople(services);
  services.logger.info({ video, game, files, mailed }, 'links: looked at');
}

interface Run {
  readonly limits: NightLimits;
  readonly signal: AbortSignal;
  /** The time, on the clock of `performance.now()`, after which no check starts. */
  readonly end: number;
}

/** The run stops asking after so many checks in a row without a clear answer: an outage, or a rate limit (429). */
const maxUnanswered = 5;

type Counts = Partial<Record<Finding, number>>;

/** Asks one service. Its answers are believed together or not at all, so they are written at the end. */
async function askAll(services: Services, kind: AskedKind, { limits, signal, end }: Run): Promise<Counts> {
  const { db, settings } = services;
  if (!settings.linkHealth.asks) return {};
  const targets = await oldestLinks(db, kind, limits.questions);
  const found = new Map<string, Finding>();
  let unanswered = 0;
  await eachOf(targets, limits.atOnce, async (link) => {
    if (unanswered >= maxUnanswered || performance.now() > end) return;
    const { timeoutMs } = limits;
    const finding = await askService({ address: settings.linkHealth[kind], link, timeoutMs, signal });
    unanswered = finding === 'unknown' ? unanswered + 1 : 0;
    found.set(link, finding);
  });
  const believed = refusesMost(found) ? new Map([...found.keys()].map((link) => [link, 'unknown' as const])) : found;
  if (believed !== found)
    services.logger.warn({ kind, asked: found.size }, 'links: not believed, as most were refused');
  for (const [target, finding] of believed) await writeFinding(db, { kinds: [kind], target, finding });
  return countsOf(believed.values());
}

const minRefusals = 11;

/** A service that refuses most links has a fault, or a proxy answers for it. */
function refusesMost(found: ReadonlyMap<string, Finding>): boolean {
  const { well = 0, gone = 0, refused = 0 } = countsOf(found.values());
  return gone + refused >= minRefusals && gone + refused > well;
}

async function lookAtFiles(services: Services, { limits, signal, end }: Run): Promise<Counts> {
  const { db, storage, store, logger } = services;
  const state = await store.check().catch(() => undefined);
  if (state?.state !== 'together') {
    logger.warn('links: files not looked at, as database and media store are apart or the store is away');
    return {};
  }
  const files = await oldestFiles(db, limits.files);
  const findings: Finding[] = [];
  let unanswered = 0;
  let bytes = 0;
  await eachOf(files, limits.atOnce, async (file) => {
    if (unanswered >= maxUnanswered || bytes >= limits.bytes || performance.now() > end) return;
    bytes += file.byteSize;
    const finding = await lookAtFile(storage, file, signal);
    unanswered = finding === 'unknown' ? unanswered + 1 : 0;
    findings.push(finding);
    await writeFinding(db, { kinds: fileKinds, target: file.id, finding });
  });
  return countsOf(findings);
}

/** The distinct links of one kind, least recently checked first. */
async function oldestLinks(db: Queryable, kind: AskedKind, most: number): Promise<string[]> {
  const rows = await db
    .select({ target: linkChecks.target })
    .from(linkChecks)
    .where(eq(linkChecks.kind, kind))
    .groupBy(linkChecks.target)
    .orderBy(longestAgo, linkChecks.target)
    .limit(most);
  return rows.map(({ target }) => target);
}

/** The distinct files, least recently checked first. */
async function oldestFiles(db: Queryable, most: number): Promise<FileToCheck[]> {
  const { id, storageKey, byteSize, sha256 } = media;
  return db
    .select({ id, storageKey, byteSize, sha256 })
    .from(linkChecks)
    .innerJoin(media, sql`${media.id}::text = ${linkChecks.target}`)
    .where(inArray(linkChecks.kind, fileKinds))
    .groupBy(media.id)
    .orderBy(longestAgo, media.id)
    .limit(most);
}

const longestAgo = sql`min(${linkChecks.triedAt}) nulls first`;

function countsOf(findings: Iterable<Finding>): Counts {
  const counts: Counts = {};
  for (const finding of findings) counts[finding] = (counts[finding] ?? 0) + 1;
  return counts;
}
