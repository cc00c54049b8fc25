import type { ApolloCache, Reference } from '@apollo/client';
import { useEffect, useState } from 'react';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { bearer, studentClient } from '#web/student/platform/apollo/student-client.ts';
import { useRemovePostMutation } from '#web/student/operations.generated.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';

export interface Removal {
  /** The post that is back on the wall, as it could not be taken off. */
  readonly failed: string | null;
  readonly remove: (id: string) => void;
}

/** Takes a post of the active profile off the wall: at once, and back when the server could not. */
export function useRemovePost(): Removal {
  const profile = activeProfile(useStudent());
  const [removePost] = useRemovePostMutation();
  const [gone, setGone] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    // With the card goes the button that had the focus.
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
      // What is gone already is what the child wanted.
      if (problemOf(error).status === 404) return takeDown(studentClient.cache, id);
      setGone(null);
      setFailed(id);
    });
  };
  return { failed, remove };
}

/** Out of every wall that has it; the post itself stays, as an answer to a tap may still come for it. */
function takeDown(cache: ApolloCache, id: string): void {
  cache.modify<{ communityPosts: readonly Reference[] }>({
    id: 'ROOT_QUERY',
    fields: {
      communityPosts: (posts, { readField }) => posts.filter((post) => readField('id', post) !== id),
    },
  });
}
