import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { patterns } from '#web/paths.ts';
import { profileStore, useStudent } from './profile-store.ts';
import { isRecord } from '#web/shared/storage.ts';
import { infoOf, type Profile } from './stored-profile.ts';

/** Navigation state that tells the profiles page that somebody else takes the tablet, and from which page. */
export const handOver = (returnTo: string) => ({ handOver: true, returnTo });

interface HandOver {
  /** Who had the tablet. */
  readonly previous: Profile;
  /** The page that was open then. */
  readonly returnTo: string;
  /** Nothing was meant by it: the same child goes on. */
  readonly takeBack: () => void;
}

/** After a hand-over nobody is active; who was stays known, with the page that was open. */
export function useHandOver(): HandOver | null {
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  const { profiles, previousInfo } = useStudent();
  const isHandedOver = isRecord(state) && state.handOver === true;
  useEffect(() => {
    if (isHandedOver) profileStore.setInfo(null);
  }, [isHandedOver]);
  const previous = profiles.find(({ id }) => id === previousInfo?.id);
  if (!isHandedOver || !previous || typeof state.returnTo !== 'string') return null;
  const { returnTo } = state;
  if (!returnTo.startsWith(`${patterns.student}/`)) return null;
  const takeBack = () => {
    profileStore.setInfo(infoOf(previous));
    void navigate(returnTo, { replace: true });
  };
  return { previous, returnTo, takeBack };
}
