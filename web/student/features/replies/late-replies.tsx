import { lazy, Suspense } from 'react';
import { useStudent } from '#web/student/platform/profiles/profile-store.ts';

/** Milliseconds before the request for new replies, so that the class's page loads first. */
const patience = 1_000;

/** Loaded on demand. If loading fails, the class's page shows no replies. */
const NewReplies = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, patience));
  return import('./new-replies.tsx').then(
    (loaded) => ({ default: loaded.NewReplies }),
    () => ({ default: () => null }),
  );
});

/** The new replies for the active child. The key reloads them for another child. */
export function LateReplies({ classHashCode }: { readonly classHashCode: string }) {
  const profileId = useStudent().info?.id;
  return profileId === undefined ? null : (
    <Suspense>
      <NewReplies key={profileId} classHashCode={classHashCode} />
    </Suspense>
  );
}
