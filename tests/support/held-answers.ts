import { vi } from 'vitest';

/** Keeps the gateway's answers from now on until they are let through. The test takes the stub of `fetch` away. */
export function holdAnswers() {
  const { fetch } = globalThis;
  let letThrough = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letThrough = resolve));
  const answers: Promise<Response>[] = [];
  vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) => {
    const [address] = asked;
    if (address instanceof Request || !address.toString().includes('/graphql')) return fetch(...asked);
    const answer = gate.then(() => fetch(...asked));
    answers.push(answer);
    return answer;
  });
  return { answers, letThrough: () => letThrough() };
}
