import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { bearer } from '#web/student/platform/apollo/student-client.ts';
import { useReactToPostMutation, type ReactionType } from '#web/student/operations.generated.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import type { Post } from './with-wall.tsx';
import { createTapBatches, type TapState } from './tap-batches.ts';

/**
 * The object stays the same while the child taps; only components that subscribe to counts and failures render again.
 */
export type Reactions = ReturnType<typeof createTapBatches>;

const counted = (post: Post, type: ReactionType): number => (type === 'LIKE' ? post.likeCount : post.heartCount);

/** The likes and hearts of the active profile; null without a profile. */
export function useReactions(reload: () => void): Reactions | null {
  const token = activeProfile(useStudent())?.token;
  const collector = useTapCollector(token ?? '', reload);
  return token === undefined ? null : collector;
}

const nothing = {
  subscribe: () => () => undefined,
  getState: (): TapState => ({ unanswered: [], failures: new Map() }),
};

/** The server's last count plus the taps in flight. */
export function useCount(reactions: Reactions | null, post: Post, type: ReactionType): number {
  const { subscribe, getState } = reactions ?? nothing;
  const onTheWay = () =>
    getState()
      .unanswered.filter((taps) => taps.id === post.id && taps.type === type)
      .reduce((sum, { times }) => sum + times, 0);
  return counted(post, type) + useSyncExternalStore(subscribe, onTheWay);
}

/** The message for taps that failed. */
export function useFailure(reactions: Reactions | null, { id }: Post) {
  const { subscribe, getState } = reactions ?? nothing;
  return useSyncExternalStore(subscribe, () => {
    const { failures } = getState();
    return failures.has(id) ? wordsOf(failures.get(id)) : null;
  });
}

function useTapCollector(token: string, reload: () => void) {
  const [reactToPost] = useReactToPostMutation();
  const collector = useMemo(
    () =>
      createTapBatches(async ({ id, type, times }) => {
        const variables = { input: { id, type, numberOfInteractions: times } };
        // The child may have closed the page or handed over the device by the time of sending.
        const context = { headers: bearer(token), fetchOptions: { keepalive: true } };
        await reactToPost({ variables, context }).catch((error: unknown) => {
          if (isOutdated(error)) reload();
          throw error;
        });
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

function wordsOf(error: unknown) {
  const { status } = problemOf(error);
  return status === 0 ? 'offlineShort' : status === 429 ? 'tooMany' : 'reactionLost';
}

/** Whether the post or the class is gone, so that the wall must be reloaded. */
export const isOutdated = (error: unknown): boolean => [404, 409].includes(problemOf(error).status);
