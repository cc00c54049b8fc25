import type { Settings } from '#api/ground/settings/settings.ts';
import { found, reasonOf } from '../finding.ts';
import type { SystemCheck } from '#schema/rest/system.ts';
import { fileMaximum } from '#schema/rules/files.ts';
import { inventedAddress } from '#schema/settings/invented-address.ts';
import { isThisMachine } from '#schema/settings/this-machine.ts';
import { lastingFinding } from './certificates.ts';
import { type Answer, ask, type Certificate, type Echo, echoIn, open } from './site-request.ts';

// In milliseconds: a proxy that accepts the size waits for the body, and one that refuses it answers at once.
const refusalMs = 1_500;

/** Checks the site as browsers see it: PUBLIC_URL, its certificate, and the headers of the proxies. */
export async function checkWebsite(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  now = Date.now(),
): Promise<SystemCheck[]> {
  const url = new URL('/proxy-check', publicUrl);
  const shown = { url: url.origin };
  let answer: Answer;
  try {
    answer = await ask(url);
  } catch (error) {
    return [found('website', 'unreachable', { ...shown, reason: reasonOf(error) })];
  }
  const certificate = answer.certificate ? [certificateFinding(answer.certificate, now)] : [];
  const echoed = echoIn(answer);
  if (!echoed) return [found('website', 'foreign', { ...shown, status: answer.status }), ...certificate];
  return [await siteFinding(url), ...certificate, await proxyFinding(echoed, url), await bodyFinding(url)];
}

async function siteFinding(url: URL): Promise<SystemCheck> {
  const shown = { url: url.origin };
  if (url.protocol === 'https:') return found('website', (await sendsToHttps(url)) ? 'ok' : 'openHttp', shown);
  return found('website', isThisMachine(url.href) ? 'local' : 'noTls', shown);
}

// Without an answer on port 80, no traffic is unencrypted.
async function sendsToHttps(url: URL): Promise<boolean> {
  if (url.port !== '') return true;
  const answer = await ask(new URL(`http://${url.hostname}/`)).catch(() => undefined);
  return answer === undefined || (answer.location ?? '').startsWith('https:');
}

function certificateFinding({ refused, endsAt }: Certificate, now: number): SystemCheck {
  const lasts = lastingFinding('certificate', endsAt, now);
  if (refused === undefined || lasts.finding === 'ended') return lasts;
  return found('certificate', 'untrusted', { reason: refused });
}

async function proxyFinding({ forwarded, protocol }: Echo, url: URL): Promise<SystemCheck> {
  if (await believesInvented(url)) return found('proxy', 'forgeable');
  if (forwarded === 'untrusted') return found('proxy', 'untrusted');
  if (forwarded === 'trusted') return found('proxy', 'ok');
  // A proxy terminates TLS without forwarding the protocol.
  return found('proxy', url.protocol === 'https:' && protocol === 'http' ? 'silent' : 'direct');
}

// TRUST_PROXY counts more proxies than there are, so the gateway takes the entry that the visitor wrote.
async function believesInvented(url: URL): Promise<boolean> {
  const answer = await ask(url, { headers: { 'x-forwarded-for': inventedAddress } }).catch(() => undefined);
  return answer !== undefined && echoIn(answer)?.inventedBelieved === true;
}

/** Announces the largest upload by content-length without sending it: a proxy with a lower limit refuses at once. */
function bodyFinding(url: URL): Promise<SystemCheck> {
  const bytes = fileMaximum + 100_000;
  const size = `${Math.ceil(bytes / 1_048_576)} MB`;
  return new Promise((resolve) => {
    const end = (tooSmall: boolean) => {
      clearTimeout(timer);
      request.destroy();
      resolve(found('uploads', tooSmall ? 'tooSmall' : 'ok', { size }));
    };
    const headers = { 'content-type': 'application/octet-stream', 'content-length': bytes };
    const request = open(url, { method: 'POST', headers });
    const timer = setTimeout(() => end(false), refusalMs);
    request.on('response', ({ statusCode }) => end(statusCode === 413));
    request.on('error', () => end(false));
    request.flushHeaders();
  });
}
