import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { TLSSocket } from 'node:tls';
import { z } from 'zod';
import type { Settings } from '#api/ground/settings/settings.ts';
import { found, reasonOf } from '../finding.ts';
import type { SystemCheck } from '#schema/rest/system.ts';
import { fileMaximum } from '#schema/rules/files.ts';
import { isThisMachine } from '#schema/settings/this-machine.ts';
import { lastingFinding } from './certificates.ts';

const patienceMs = 3_000;
// In milliseconds: a proxy that accepts the size waits for the body, and one that refuses it answers at once.
const refusalMs = 1_500;

/** The gateway's answer to `/proxy-check`. */
const echo = z.object({
  service: z.literal('manabook'),
  forwarded: z.enum(['none', 'trusted', 'untrusted']),
  protocol: z.enum(['http', 'https']),
});

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
  readonly certificate: Certificate | undefined;
}

interface Certificate {
  /** Why a browser would reject the certificate; undefined when it is trusted. */
  readonly refused: string | undefined;
  readonly endsAt: Date;
}

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
  const echoed = echo.safeParse(parsed(answer.text));
  if (answer.status !== 200 || !echoed.success)
    return [found('website', 'foreign', { ...shown, status: answer.status }), ...certificate];
  return [await siteFinding(url), ...certificate, proxyFinding(echoed.data, url), await bodyFinding(url)];
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

function proxyFinding({ forwarded, protocol }: z.output<typeof echo>, url: URL): SystemCheck {
  if (forwarded === 'untrusted') return found('proxy', 'untrusted');
  if (forwarded === 'trusted') return found('proxy', 'ok');
  // A proxy terminates TLS without forwarding the protocol.
  return found('proxy', url.protocol === 'https:' && protocol === 'http' ? 'silent' : 'direct');
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

const open = (url: URL, options: { readonly method?: string; readonly headers?: Record<string, string | number> }) =>
  // The certificate has a finding of its own, so an invalid one does not end the request.
  url.protocol === 'https:'
    ? httpsRequest(url, { ...options, agent: false, rejectUnauthorized: false, timeout: patienceMs })
    : httpRequest(url, { ...options, agent: false, timeout: patienceMs });

function ask(url: URL): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = open(url, {});
    request.on('timeout', () => request.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    request.on('error', reject);
    request.on('response', (response) => {
      const { socket, statusCode: status = 0, headers } = response;
      const certificate = socket instanceof TLSSocket ? certificateOf(socket) : undefined;
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > 10_000) response.destroy();
      });
      response.on('close', () => resolve({ status, location: headers.location, text, certificate }));
    });
    request.end();
  });
}

function certificateOf(socket: TLSSocket): Certificate {
  const refused = socket.authorized ? undefined : reasonOf(socket.authorizationError);
  return { refused, endsAt: new Date(socket.getPeerCertificate().valid_to) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
