import { lazy, Suspense } from 'react';
import { useStudent } from '#web/student/platform/profiles/profile-store.ts';

/** A tablet that cannot load it shows the class without. */
const NewReplies = lazy(() =>
  import('./new-replies.tsx').then(
    (loaded) => ({ default: loaded.NewReplies }),
    () => ({ default: () => null }),
  ),
);

/** The news for the child who is here, after the page; anew when another child is chosen. */
export function LateReplies({ classHashCode }: { readonly classHashCode: string }) {
  const profileId = useStudent().info?.id;
  return profileId === undefined ? null : (
    <Suspense>
      <NewReplies key={profileId} classHashCode={classHashCode} />
    </Suspense>
  );
}
