import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { shareProgress } from '#web/student/platform/share-progress.ts';

/** Milliseconds for which a page has the network for itself. */
const patience = 4_000;

/** A tablet that cannot load it works by itself. */
const FollowBoard = lazy(() =>
  new Promise((resolve) => setTimeout(resolve, patience))
    .then(() => import('./follow-board.tsx'))
    .then(
      (loaded) => ({ default: loaded.FollowBoard }),
      () => ({ default: () => null }),
    ),
);

/** What every page does for a child who is here: shares its progress with its other devices, and follows the board. */
export function ChildHere(): ReactNode {
  const profileId = useStudent().info?.id;
  useEffect(() => void shareProgress().catch(() => null), [profileId]);
  return (
    <Suspense>
      <FollowBoard />
    </Suspense>
  );
}
