import { eq } from 'drizzle-orm';
import { linkChecks, media } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { checkBrokenLink, LinkKind } from '#schema/rest/link-health.ts';
import type { ResponseIn } from '#schema/rest/operation.ts';
import { askService } from './ask-service.ts';
import { type Finding, writeFinding } from './finding.ts';
import { brokenLinkDetail, brokenLinksById } from './list.ts';
import { lookAtFile } from './look-at-file.ts';
import { fileKinds } from './places.ts';

type Services = Uses<'db' | 'settings' | 'storage'>;

// Somebody waits for it.
const timeoutMs = 8_000;

/** Looks at a broken link again, now; 404 for one that is not listed. */
export async function checkAgain(services: Services, id: string): Promise<ResponseIn<typeof checkBrokenLink>> {
  const { kind } = await brokenLinkDetail(services, id);
  const [row] = await services.db.select({ target: linkChecks.target }).from(linkChecks).where(eq(linkChecks.id, id));
  if (!row) throw notFound();
  const finding = await look(services, { kind, target: row.target });
  await writeFinding(services.db, { kinds: isAsked(kind) ? [kind] : fileKinds, target: row.target, finding });
  const [link = null] = await brokenLinksById(services, [id]);
  if (finding === 'unknown') return { outcome: 'unknown', link };
  return { outcome: link === null ? 'well' : 'broken', link };
}

const isAsked = (kind: LinkKind) => kind === 'video' || kind === 'game';

interface Looked {
  readonly kind: LinkKind;
  readonly target: string;
}

async function look({ db, settings, storage }: Services, { kind, target }: Looked): Promise<Finding> {
  const { signal } = new AbortController();
  if (kind === 'video' || kind === 'game')
    return askService({ address: settings.linkHealth[kind], link: target, timeoutMs, signal });
  const [file] = await db.select().from(media).where(eq(media.id, target));
  if (!file) throw notFound();
  return lookAtFile(storage, file, signal);
}
