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

/** Replaces the profiles of this device that staff merged into others. A failure is retried on the next page load. */
async function followMerges(): Promise<void> {
  const ended = await shareProgress();
  if (ended.length === 0) return;
  const { followMerge } = await import('#web/student/features/profiles/child/follow-merge.ts');
  for (const id of ended) await followMerge(id);
}

/** On every page, shares the active child's progress with the child's other devices, and follows the board. */
export function ChildHere(): ReactNode {
  const profileId = useStudent().info?.id;
  useEffect(() => void followMerges().catch(() => null), [profileId]);
  return (
    <Suspense>
      <FollowBoard />
    </Suspense>
  );
}
