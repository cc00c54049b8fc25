import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { patterns } from '#web/paths.ts';
import { profileStore, useStudent } from './profile-store.ts';
import { isRecord } from '#web/shared/storage.ts';
import { infoOf, type Profile } from './stored-profile.ts';

/** The navigation state that tells the profiles page that another child takes the device, and on which page. */
export const handOver = (returnTo: string) => ({ handOver: true, returnTo });

/** The navigation state of a return to the profiles after a 503: the same child goes on with the page later. */
export const comeBackTo = (returnTo: string) => ({ comeBack: true, returnTo });

interface HandOver {
  /** The profile that was active before, or still is. */
  readonly previous: Profile;
  /** The page that was open. */
  readonly returnTo: string;
  /** Cancels the hand-over: the same child continues. */
  readonly takeBack: () => void;
}

/**
 * After a hand-over no profile is active; the previous profile and its page remain known. After a 503 the profile stays
 * active, and its page is known too.
 */
export function useHandOver(): HandOver | null {
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  const { profiles, info, previousInfo } = useStudent();
  const isHandedOver = isRecord(state) && state.handOver === true;
  const isComingBack = isRecord(state) && state.comeBack === true;
  useEffect(() => {
    if (isHandedOver) profileStore.setInfo(null);
  }, [isHandedOver]);
  const child = isComingBack ? info : previousInfo;
  const previous = profiles.find(({ id }) => id === child?.id);
  if (!(isHandedOver || isComingBack) || !previous || typeof state.returnTo !== 'string') return null;
  const { returnTo } = state;
  if (!returnTo.startsWith(`${patterns.student}/`)) return null;
  const takeBack = () => {
    profileStore.setInfo(infoOf(previous));
    void navigate(returnTo, { replace: true });
  };
  return { previous, returnTo, takeBack };
}
