import type { ApolloCache, Reference } from '@apollo/client';
import { useEffect, useState } from 'react';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { bearer, studentClient } from '#web/student/platform/apollo/student-client.ts';
import { useRemovePostMutation } from '#web/student/features/community/community-acts.lazy.generated.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';

export interface Removal {
  /** The post whose removal failed; the wall shows it again. */
  readonly failed: string | null;
  readonly remove: (id: string) => void;
}

/**
 * Removes a post of the active profile from the wall at once (optimistic), and shows it again when the server refuses.
 */
export function useRemovePost(): Removal {
  const profile = activeProfile(useStudent());
  const [removePost] = useRemovePostMutation();
  const [gone, setGone] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    // The focused button disappears with the card.
    if (gone !== null) document.getElementById('page')?.focus({ preventScroll: true });
  }, [gone]);

  const remove = (id: string) => {
    if (!profile) return;
    setFailed(null);
    setGone(id);
    removePost({
      variables: { input: { id, studentId: profile.id } },
      context: { headers: bearer(profile.token) },
      optimisticResponse: { deleteCommunityPost: true },
      update: (cache) => takeDown(cache, id),
    }).catch((error: unknown) => {
      // A post that no longer exists counts as removed.
      if (problemOf(error).status === 404) return takeDown(studentClient.cache, id);
      setGone(null);
      setFailed(id);
    });
  };
  return { failed, remove };
}

/** Removes the post from all cached walls. The post object stays, since an answer to a reaction may still arrive. */
function takeDown(cache: ApolloCache, id: string): void {
  cache.modify<{ communityPosts: readonly Reference[] }>({
    id: 'ROOT_QUERY',
    fields: {
      communityPosts: (posts, { readField }) => posts.filter((post) => readField('id', post) !== id),
    },
  });
}
