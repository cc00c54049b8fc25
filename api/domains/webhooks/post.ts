import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { AddressRefused, hostOf, isPublicAddress, lookupPublic } from '#api/ground/http/public-address.ts';
import type { DeliveryProblem } from '#schema/rest/webhooks.ts';

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether addresses of this machine and of private networks are allowed. */
  readonly allowLocal: boolean;
  readonly timeoutMs: number;
  /** Aborts when the process ends. */
  readonly signal: AbortSignal;
}

export interface Outcome {
  /** Null for a status of 200 to 299. */
  readonly problem: DeliveryProblem | null;
  readonly status: number | null;
  readonly answer: string | null;
  readonly durationMs: number;
}

const mostAnswerBytes = 2000;
const mostAnswerCharacters = 500;

/** Posts a message; follows no redirect and reads only the beginning of the answer. Rejects when the process ends. */
export async function post(wanted: Post): Promise<Outcome> {
  const started = performance.now();
  const timeout = AbortSignal.timeout(wanted.timeoutMs);
  const tried = await answerOf(wanted, AbortSignal.any([timeout, wanted.signal])).catch((error: unknown) => {
    wanted.signal.throwIfAborted();
    return { problem: problemOf(error, timeout), status: null, answer: null };
  });
  return { ...tried, durationMs: Math.round(performance.now() - started) };
}

function problemOf(error: unknown, timeout: AbortSignal): DeliveryProblem {
  if (error instanceof AddressRefused) return 'address';
  return timeout.aborted ? 'timeout' : 'connection';
}

async function answerOf(wanted: Post, signal: AbortSignal): Promise<Omit<Outcome, 'durationMs'>> {
  const response = await send(wanted, signal);
  const status = response.statusCode ?? 0;
  const answer = await beginningOf(response);
  return { status, answer, problem: problemOfStatus(status) };
}

function problemOfStatus(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

function send({ url: text, headers, body, allowLocal }: Post, signal: AbortSignal): Promise<IncomingMessage> {
  const url = new URL(text);
  const host = hostOf(url);
  return new Promise((resolve, reject) => {
    // Addresses are not looked up, so the lookup below does not see them.
    if (!allowLocal && isIP(host) > 0 && !isPublicAddress(host)) throw new AddressRefused('The address is not public');
    const options = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Manabook-Webhooks',
        ...headers,
      },
      // A connection of its own, which nothing else has opened.
      agent: false,
      signal,
      ...(!allowLocal && { lookup: lookupPublic }),
    } as const;
    const call: ClientRequest = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
    call.on('response', resolve).on('error', reject).end(body);
  });
}

// The status decides; an answer that breaks off is kept as far as it came.
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length >= mostAnswerBytes) break;
    }
  } catch {
    // Cut off, or too slow.
  }
  response.destroy();
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '').trim();
  return Array.from(text).slice(0, mostAnswerCharacters).join('');
}
