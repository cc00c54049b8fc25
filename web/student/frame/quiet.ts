import { useEffect } from 'react';

const claims = new Set<symbol>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Something is to be heard or spoken: nothing of ours sounds until the function that it returns is called. */
export function claimQuiet(): () => void {
  const claim = Symbol('quiet');
  claims.add(claim);
  tell();
  return () => {
    claims.delete(claim);
    tell();
  };
}

/** Claims quiet while `wanted`: a film of another site plays, the microphone is on. Our own media are noticed by themselves. */
export function useQuiet(wanted: boolean): void {
  useEffect(() => (wanted ? claimQuiet() : undefined), [wanted]);
}

export const isQuiet = (): boolean => claims.size > 0;

export function onQuiet(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
