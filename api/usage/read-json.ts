import type { IncomingMessage } from 'node:http';
import { ApiProblem } from '#api/http/problems.ts';

const utf8 = new TextDecoder();

/** The object or list that a body says; 400 for anything else, and no answer at all when it breaks off. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const value = valueOf(utf8.decode(await bytesOf(request)));
  if (typeof value !== 'object' || value === null)
    throw new ApiProblem({ status: 400, messageKey: 'messages.badRequest' });
  return value;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bytesOf(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
  });
}
