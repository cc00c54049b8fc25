import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { callOut } from '#api/ground/http/call-out.ts';
import type { Finding } from './finding.ts';

interface Question {
  /** The address of the service's oEmbed endpoint, from the settings. */
  readonly address: string;
  /** The video or game. */
  readonly link: string;
  readonly timeoutMs: number;
  /** Aborts when the caller no longer waits. */
  readonly signal: AbortSignal;
}

const mostBytes = 64 * 1024;
const mostRedirects = 2;

const embed = z.object({ type: z.string() });

const refusals = new Map<number, Finding>([
  [401, 'refused'],
  [403, 'refused'],
  [404, 'gone'],
  [410, 'gone'],
]);

/**
 * Asks a service for a video or a game by oEmbed. Follows redirects within the service's host alone. Every other status,
 * an answer that is no oEmbed JSON, and a timeout are `unknown`. Rejects when the signal aborts.
 */
export async function askService({ address, link, timeoutMs, signal }: Question): Promise<Finding> {
  const url = new URL(address);
  url.searchParams.set('url', link);
  url.searchParams.set('format', 'json');
  try {
    return await findingOf(await answerOf(url, AbortSignal.any([AbortSignal.timeout(timeoutMs), signal])));
  } catch {
    signal.throwIfAborted();
    return 'unknown';
  }
}

async function answerOf(first: URL, signal: AbortSignal): Promise<IncomingMessage> {
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    const headers = { accept: 'application/json', 'user-agent': 'Manabook-LinkHealth' };
    // The operator chooses the address, and it may be a proxy in the school's own network.
    const response = await callOut({ url: url.href, method: 'GET', headers, allowLocal: true, signal });
    const { statusCode = 0, headers: answered } = response;
    if (statusCode < 300 || statusCode >= 400 || answered.location === undefined) return response;
    const next = new URL(answered.location, url);
    if (next.origin !== url.origin || redirects === mostRedirects) return response;
    response.destroy();
    url = next;
  }
}

async function findingOf(response: IncomingMessage): Promise<Finding> {
  try {
    const { statusCode = 0 } = response;
    if (statusCode === 200) return embed.safeParse(JSON.parse(await textOf(response))).success ? 'well' : 'unknown';
    return refusals.get(statusCode) ?? 'unknown';
  } finally {
    response.destroy();
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > mostBytes) throw new Error('The answer is too long');
  }
  return Buffer.concat(chunks).toString('utf8');
}
