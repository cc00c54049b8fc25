import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { profileStore } from './profile-store.ts';
import { isRecord } from './stored-profile.ts';

/** Navigation state that tells the profiles page that somebody else takes the tablet. */
export const handOver = { handOver: true } as const;

/** After a hand-over nobody is active; who was stays known as the previous one. */
export function useHandOver(): void {
  const state: unknown = useLocation().state;
  const isHandedOver = isRecord(state) && state.handOver === true;
  useEffect(() => {
    if (isHandedOver) profileStore.setInfo(null);
  }, [isHandedOver]);
}
