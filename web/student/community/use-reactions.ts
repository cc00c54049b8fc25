import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { bearer } from '#web/student/apollo/student-client.ts';
import { useReactToPostMutation, type ReactionType } from '#web/student/operations.generated.ts';
import { activeProfile, useStudent } from '#web/student/profiles/use-student.ts';
import { isOutdated, type Post } from './post.ts';
import { createTapCollector } from './tap-collector.ts';

export interface Reactions {
  /** What the server counted last, with the taps that are on their way there. */
  readonly count: (post: Post, type: ReactionType) => number;
  /** The words for taps that did not arrive. */
  readonly failure: (post: Post) => 'offlineShort' | 'tooMany' | 'reactionLost' | null;
  readonly tap: (post: Post, type: ReactionType) => void;
}

export const counted = (post: Post, type: ReactionType): number => (type === 'LIKE' ? post.likeCount : post.heartCount);

/** The likes and hearts that the active profile gives; null while nobody is active. */
export function useReactions(reload: () => void): Reactions | null {
  const token = activeProfile(useStudent())?.token;
  const collector = useTapCollector(token ?? '', reload);
  const { unanswered, failures } = useSyncExternalStore(collector.subscribe, collector.getState);
  if (token === undefined) return null;
  return {
    count: (post, type) =>
      unanswered
        .filter((taps) => taps.id === post.id && taps.type === type)
        .reduce((sum, { times }) => sum + times, counted(post, type)),
    failure: ({ id }) => (failures.has(id) ? wordsOf(failures.get(id)) : null),
    tap: ({ id }, type) => collector.tap(id, type),
  };
}

function useTapCollector(token: string, reload: () => void) {
  const [reactToPost] = useReactToPostMutation();
  const collector = useMemo(
    () =>
      createTapCollector(async ({ id, type, times }) => {
        const variables = { input: { id, type, numberOfInteractions: times } };
        // When they are sent, the child may have closed the page or handed the tablet on.
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
