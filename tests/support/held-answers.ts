import { waitFor } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';

/**
 * Keeps the gateway's answers to an operation from now on until they are let through. The test takes the stub of `fetch`
 * away.
 */
export function holdAnswers(operation: string) {
  const { fetch } = globalThis;
  let letThrough = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letThrough = resolve));
  const answers: Promise<Response>[] = [];
  vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) => {
    if (operationIn(...asked) !== operation) return fetch(...asked);
    const answer = gate.then(() => fetch(...asked));
    answers.push(answer);
    return answer;
  });
  return { answers, letThrough: () => letThrough() };
}

/** Holds each request of an operation until the test lets it go, or drops it as a broken network does. */
export function holdRequests(operation: string) {
  const send = globalThis.fetch;
  const held: (() => void)[] = [];
  const drops: (() => void)[] = [];
  const slow = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...sent) => {
    if (operationIn(...sent) === operation)
      await new Promise<void>((resolve, reject) => {
        held.push(resolve);
        drops.push(() => reject(new TypeError('no network')));
      });
    return send(...sent);
  });
  onTestFinished(() => slow.mockRestore());
  const isSent = (count: number) => waitFor(() => expect(held).toHaveLength(count));
  return { held, isSent, letGo: (at: number) => held[at]?.(), drop: (at: number) => drops[at]?.() };
}

/** Lets the servers do the next operation of that name, and holds its answer until the test lets it go. */
export function holdNextAnswer(operation: string) {
  const send = globalThis.fetch;
  let tell = (): void => undefined;
  const answered = new Promise<void>((resolve) => (tell = resolve));
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  let isNext = true;
  const slow = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...sent) => {
    const isHeld = isNext && operationIn(...sent) === operation;
    if (isHeld) isNext = false;
    const answer = await send(...sent);
    if (isHeld) {
      tell();
      await gate;
    }
    return answer;
  });
  onTestFinished(() => slow.mockRestore());
  return { answered, letGo };
}

/** Lets the servers do each operation of that name and loses the answer, until the returned function is called. */
export function loseAnswers(operation: string): () => void {
  const send = globalThis.fetch;
  const lossy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...sent) => {
    const answer = await send(...sent);
    if (operationIn(...sent) === operation) throw new TypeError('no network');
    return answer;
  });
  const stop = () => lossy.mockRestore();
  onTestFinished(stop);
  return stop;
}

/** Notes the names of the operations that the gateway is asked from now on. The test takes the stub of `fetch` away. */
export function noteOperations(): readonly string[] {
  const { fetch } = globalThis;
  const names: string[] = [];
  vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) => {
    const name = operationIn(...asked);
    if (name !== undefined) names.push(name);
    return fetch(...asked);
  });
  return names;
}

/** The name of the operation that a request asks the gateway for; undefined for any other request. */
function operationIn(...[address, init]: Parameters<typeof fetch>): string | undefined {
  if (address instanceof Request || !address.toString().includes('/graphql')) return undefined;
  if (typeof init?.body !== 'string') return '';
  return (JSON.parse(init.body) as { readonly operationName?: string }).operationName ?? '';
}
