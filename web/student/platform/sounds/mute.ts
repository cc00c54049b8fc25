import { useEffect } from 'react';
import { createClaims } from '#web/student/platform/claims.ts';

const silence = createClaims();

/** Silences the app's music and tap sounds until the returned function is called. */
export const mute = silence.claim;

/** Mutes while `wanted`: for a video of another site or the microphone. `watchMedia` handles our own media. */
export function useMute(wanted: boolean): void {
  useEffect(() => (wanted ? mute() : undefined), [wanted]);
}

export const isMuted = silence.isClaimed;

export const onMuteChange = silence.subscribe;
