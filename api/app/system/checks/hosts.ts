import { found } from '../finding.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import type { SystemCheck } from '#schema/rest/system.ts';
import { ask, echoIn } from './site-request.ts';

/**
 * Checks that each name of ALLOWED_HOSTS leads to this site. A page at a name that leads elsewhere, such as one that
 * somebody else has registered since, could be led here by its owner and then read this site's answers (DNS rebinding).
 */
export async function checkHosts({
  publicUrl,
  allowedHosts,
}: Pick<Settings, 'publicUrl' | 'allowedHosts'>): Promise<SystemCheck[]> {
  if (allowedHosts.length === 0) return [];
  const lost: string[] = [];
  await Promise.all(
    allowedHosts.map(async (name) => {
      if (!(await leadsHere(name, publicUrl))) lost.push(name);
    }),
  );
  const names = (lost.length > 0 ? lost : [...allowedHosts]).sort().join(', ');
  return [found('hosts', lost.length > 0 ? 'lost' : 'ok', { names })];
}

async function leadsHere(name: string, publicUrl: string): Promise<boolean> {
  const url = new URL('/proxy-check', publicUrl);
  url.hostname = name;
  const answer = await ask(url).catch(() => undefined);
  if (!answer) return false;
  // A proxy may redirect a further name to PUBLIC_URL.
  return echoIn(answer) !== undefined || (answer.location ?? '').startsWith(new URL(publicUrl).origin);
}
