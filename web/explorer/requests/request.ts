import { z } from 'zod';
import { fetchAs } from '#web/explorer/access/caller.ts';
import { signalWithin } from '#web/shared/signal-within.ts';
import { readAnswer } from './answer.ts';
import type { Answer } from './answer.ts';

/** The spec's own limit for a request of the web client (section 9), in milliseconds. */
const requestTimeout = 180_000;

/** The texts in the editors. */
export interface Draft {
  readonly query: string;
  /** JSON, or empty. */
  readonly variables: string;
  /** JSON, or empty: further headers by name. */
  readonly headers: string;
}

/** The error for a draft that cannot be sent, with the editor that contains the mistake. */
export class DraftFault extends Error {
  readonly editor: 'variables' | 'headers';

  constructor(editor: 'variables' | 'headers') {
    super(editor);
    this.editor = editor;
  }
}

interface Sending {
  readonly apiKey: string;
  readonly operationName: string | undefined;
  readonly signal: AbortSignal;
}

/** Sends the draft. Rejects with a `DraftFault`, or with the error of `fetch` after a stop or without an answer. */
export async function send(draft: Draft, { apiKey, operationName, signal }: Sending): Promise<Answer> {
  const variables = objectIn(draft.variables, 'variables', z.record(z.string(), z.unknown()));
  const given = objectIn(draft.headers, 'headers', z.record(z.string().regex(/^[\w-]+$/), z.string()));
  const headers = {
    accept: 'application/graphql-response+json, application/json;q=0.9',
    'content-type': 'application/json',
    ...given,
  };
  const body = JSON.stringify({ query: draft.query, variables, operationName });
  const limit = signalWithin(requestTimeout, signal);
  const started = performance.now();
  const response = await fetchAs(apiKey, '/graphql', { method: 'POST', headers, body, signal: limit });
  return readAnswer(response, started);
}

function objectIn<T>(text: string, editor: DraftFault['editor'], shape: z.ZodType<T>): T | undefined {
  if (text.trim() === '') return undefined;
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw new DraftFault(editor);
  }
}
