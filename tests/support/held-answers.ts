import { vi } from 'vitest';

/**
 * Keeps the gateway's answers from now on until they are let through, with a name only those to operations of that
 * name. The test takes the stub of `fetch` away.
 */
export function holdAnswers(named?: string) {
  const { fetch } = globalThis;
  let letThrough = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letThrough = resolve));
  const answers: Promise<Response>[] = [];
  vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) => {
    const name = operationIn(...asked);
    if (name === undefined || (named !== undefined && name !== named)) return fetch(...asked);
    const answer = gate.then(() => fetch(...asked));
    answers.push(answer);
    return answer;
  });
  return { answers, letThrough: () => letThrough() };
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
