import { lazy, Suspense } from 'react';
import { useStudent } from '#web/student/platform/profiles/profile-store.ts';

/** Milliseconds before the news are asked for, so that the class's page has the network to itself. */
const patience = 1_000;

/** A tablet that cannot load it shows the class without. */
const NewReplies = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, patience));
  return import('./new-replies.tsx').then(
    (loaded) => ({ default: loaded.NewReplies }),
    () => ({ default: () => null }),
  );
});

/** The news for the child who is here, after the page; anew when another child is chosen. */
export function LateReplies({ classHashCode }: { readonly classHashCode: string }) {
  const profileId = useStudent().info?.id;
  return profileId === undefined ? null : (
    <Suspense>
      <NewReplies key={profileId} classHashCode={classHashCode} />
    </Suspense>
  );
}
