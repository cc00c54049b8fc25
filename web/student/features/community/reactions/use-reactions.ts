import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { bearer, studentClient } from '#web/student/platform/apollo/student-client.ts';
import { useReactToPostMutation } from '#web/student/features/community/community-acts.lazy.generated.ts';
import type {
  ReactionType,
  ReactToPostMutation,
} from '#web/student/features/community/community-acts.lazy.generated.ts';
import { refusalWords } from '#web/student/platform/refusal-words.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import type { Post } from '#web/student/features/community/with-wall.tsx';
import { createPendingReactions, type PendingReaction, type PendingState } from './pending-reactions.ts';

/**
 * The object stays the same while the child taps; only components that subscribe to counts and failures render again.
 */
export type Reactions = ReturnType<typeof createPendingReactions>;

const onServer = (post: Post, type: ReactionType) =>
  type === 'LIKE' ? { count: post.likeCount, given: post.liked } : { count: post.heartCount, given: post.hearted };

/** The likes and hearts of the active profile; null without a profile. */
export function useReactions(reload: () => void): Reactions | null {
  const token = activeProfile(useStudent())?.token;
  const collector = usePendingReactions(token ?? '', reload);
  return token === undefined ? null : collector;
}

const nothing = {
  subscribe: () => () => undefined,
  getState: (): PendingState => ({ wishes: [], failures: new Map() }),
};

/** A button's count and whether the child has given the reaction, with what the server has not confirmed. */
export function useReaction(reactions: Reactions | null, post: Post, type: ReactionType) {
  const { subscribe, getState } = reactions ?? nothing;
  const isOfButton = (reaction: PendingReaction) => reaction.id === post.id && reaction.type === type;
  const wished = useSyncExternalStore(subscribe, () => getState().wishes.find(isOfButton)?.given);
  const { count, given } = onServer(post, type);
  if (wished === undefined || wished === given) return { count, given };
  return { count: count + (wished ? 1 : -1), given: wished };
}

/** The message for a reaction that was not sent. */
export function useFailure(reactions: Reactions | null, { id }: Post) {
  const { subscribe, getState } = reactions ?? nothing;
  return useSyncExternalStore(subscribe, () => {
    const { failures } = getState();
    return failures.has(id) ? wordsOf(failures.get(id)) : null;
  });
}

function usePendingReactions(token: string, reload: () => void) {
  const [reactToPost] = useReactToPostMutation();
  const collector = useMemo(
    () =>
      createPendingReactions(async ({ id, type, given }) => {
        const variables = { input: { id, type, numberOfInteractions: given ? 1 : 0 } };
        // The child may have closed the page or handed over the device by the time of sending.
        const context = { headers: bearer(token), fetchOptions: { keepalive: true } };
        const { data } = await reactToPost({ variables, context, fetchPolicy: 'no-cache' }).catch((error: unknown) => {
          if (isOutdated(error)) reload();
          throw error;
        });
        // The children of a device share the cached post: a late answer would show this child's heart as the next one's.
        if (data && activeProfile()?.token === token) show(data.reactToCommunityPost);
      }),
    [token, reload, reactToPost],
  );
  useEffect(() => {
    const hide = () => document.hidden && collector.sendNow();
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', collector.sendNow);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', collector.sendNow);
      collector.sendNow();
    };
  }, [collector]);
  return collector;
}

/** Writes the answer into the post of the cached walls. */
function show({ id, likeCount, heartCount, liked, hearted }: ReactToPostMutation['reactToCommunityPost']): void {
  const { cache } = studentClient;
  cache.modify<Post>({
    id: cache.identify({ __typename: 'CommunityPost', id }),
    fields: {
      likeCount: () => likeCount,
      heartCount: () => heartCount,
      liked: () => liked,
      hearted: () => hearted,
    },
  });
}

const wordsOf = (error: unknown) => refusalWords(error) ?? 'reactionLost';

/** Whether the post or the class is gone, so that the wall must be reloaded. */
export function isOutdated(error: unknown): boolean {
  const { status, messageKey } = problemOf(error);
  // A child who waits for admission is refused too, but the child's wall is up to date.
  return [404, 409].includes(status) && messageKey !== 'messages.waitsForTeacher';
}
