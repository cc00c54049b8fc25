import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { shareProgress } from '#web/student/platform/share-progress.ts';

/** Milliseconds of delay, so that the page loads first. */
const patience = 4_000;

/** Loaded on demand. A tablet that cannot load this part works without the board. */
const FollowBoard = lazy(() =>
  new Promise((resolve) => setTimeout(resolve, patience))
    .then(() => import('./follow-board.tsx'))
    .then(
      (loaded) => ({ default: loaded.FollowBoard }),
      () => ({ default: () => null }),
    ),
);

/** On every page, shares the active child's progress with the child's other devices, and follows the board. */
export function ChildHere(): ReactNode {
  const profileId = useStudent().info?.id;
  useEffect(() => void shareProgress().catch(() => null), [profileId]);
  return (
    <Suspense>
      <FollowBoard />
    </Suspense>
  );
}
