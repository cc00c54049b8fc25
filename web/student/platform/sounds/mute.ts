import { useEffect } from 'react';

const claims = new Set<symbol>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Silences the app's music and tap sounds until the returned function is called. */
export function mute(): () => void {
  const claim = Symbol('quiet');
  claims.add(claim);
  tell();
  return () => {
    claims.delete(claim);
    tell();
  };
}

/** Mutes while `wanted`: for a video of another site or the microphone. `watchMedia` handles our own media. */
export function useMute(wanted: boolean): void {
  useEffect(() => (wanted ? mute() : undefined), [wanted]);
}

export const isMuted = (): boolean => claims.size > 0;

export function onMuteChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
