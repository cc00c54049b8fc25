import { useRef, useState } from 'react';
import type { Answer } from './answer.ts';
import type { Draft } from './request.ts';
import { DraftFault, send } from './request.ts';

/** The outcome of the last request. `unreachable`: the server did not answer in time or at all. */
export type Outcome =
  | { readonly kind: 'none' | 'running' | 'stopped' | 'unreachable' }
  | { readonly kind: 'fault'; readonly editor: DraftFault['editor'] }
  | { readonly kind: 'answer'; readonly answer: Answer };

/** Sends one request at a time; `stop` aborts the running request. */
export function useRequest(apiKey: string) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  const running = useRef<AbortController>(undefined);

  async function run(draft: Draft, operationName: string | undefined): Promise<void> {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setOutcome({ kind: 'running' });
    const found = await send(draft, { apiKey, operationName, signal: abort.signal }).then(
      (answer): Outcome => ({ kind: 'answer', answer }),
      (error: unknown): Outcome => outcomeOf(error, abort.signal),
    );
    if (running.current === abort) setOutcome(found);
  }

  return { outcome, run, stop: () => running.current?.abort() };
}

function outcomeOf(error: unknown, { aborted }: AbortSignal): Outcome {
  if (error instanceof DraftFault) return { kind: 'fault', editor: error.editor };
  return { kind: aborted ? 'stopped' : 'unreachable' };
}
