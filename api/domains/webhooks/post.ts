import type { IncomingMessage } from 'node:http';
import { callOut } from '#api/ground/http/call-out.ts';
import { AddressRefused } from '#api/ground/http/public-address.ts';
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

async function answerOf(
  { url, headers, body, allowLocal }: Post,
  signal: AbortSignal,
): Promise<Omit<Outcome, 'durationMs'>> {
  const named = { 'content-type': 'application/json', 'user-agent': 'Manabook-Webhooks' };
  const response = await callOut({ url, method: 'POST', headers: { ...named, ...headers }, body, allowLocal, signal });
  const status = response.statusCode ?? 0;
  const answer = await beginningOf(response);
  return { status, answer, problem: problemOfStatus(status) };
}

function problemOfStatus(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
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
