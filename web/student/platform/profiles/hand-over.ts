import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { patterns } from '#web/shared/paths.ts';
import { profileStore, useStudent } from './profile-store.ts';
import { isObject } from '#web/shared/is-object.ts';
import { infoOf, type Profile } from './stored-profile.ts';

/** The navigation state of a hand-over to another child, with the page on which that child continues. */
export const handOver = (returnTo: string) => ({ handOver: true, returnTo });

/** The navigation state of a return to the profiles after a 503: the same child goes on with the page later. */
export const comeBackTo = (returnTo: string) => ({ comeBack: true, returnTo });

interface HandOver {
  /** The profile that was active before, or still is. */
  readonly previous: Profile;
  /** The open page, for a child who can continue on it; null for a child of another class. */
  readonly pageFor: (next: Profile) => string | null;
  /** Cancels the hand-over: the same child continues. */
  readonly takeBack: () => void;
}

/**
 * A child who hands the device over stays active until the next child is chosen, so that Back works. A child with a
 * secret (animals or card) does not stay active, as the next child could act as that child. After a 503 the profile
 * stays active too.
 */
export function useHandOver(): HandOver | null {
  const location = useLocation();
  const { key } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const { profiles, info, previousInfo } = useStudent();
  const child = info ?? previousInfo;
  const previous = profiles.find(({ id }) => id === child?.id);
  const isHandedOver = isObject(state) && state.handOver === true;
  const isComingBack = isObject(state) && state.comeBack === true;
  // The next child is active for a moment while the page is still open.
  const [came, setCame] = useState({ key, id: child?.id });
  if (came.key !== key) setCame({ key, id: child?.id });
  const isGuarded = previous?.asksPictures === true && previous.id === came.id;
  useEffect(() => {
    if (isHandedOver && isGuarded) profileStore.setInfo(null);
  }, [isHandedOver, isGuarded]);
  if (!(isHandedOver || isComingBack) || !previous || typeof state.returnTo !== 'string') return null;
  const { returnTo } = state;
  if (!returnTo.startsWith(`${patterns.student}/`)) return null;
  const takeBack = () => {
    profileStore.setInfo(infoOf(previous));
    void navigate(returnTo, { replace: true });
  };
  const { place } = previous;
  const pageFor = (next: Profile) =>
    next.place?.hashCode === place?.hashCode || next.classIds.includes(place?.classId ?? '') ? returnTo : null;
  return { previous, pageFor, takeBack };
}
