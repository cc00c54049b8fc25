import { useCallback, useState } from 'react';
import type { QueuedPostFragment } from '#web/staff/operations.generated.ts';

/** Holds a post on its list while a reply to the post is not sent. */
export type HoldPost = (post: QueuedPostFragment, isUnsent: boolean) => void;

interface Held {
  readonly list: string;
  /** As the posts were shown last. */
  readonly posts: readonly QueuedPostFragment[];
}

/**
 * The posts whose reply desks hold unsent work. They stay on their list when a decision or a refetch takes them off the
 * page, because the work is lost with the card. `list` names the page and the filters; a new list has no held posts.
 */
export function useHeldPosts(list: string) {
  const [held, setHeld] = useState<Held>({ list, posts: [] });
  const hold: HoldPost = useCallback(
    (post, isUnsent) =>
      setHeld((before) => {
        const posts = before.list === list ? before.posts : [];
        const known = posts.find(({ id }) => id === post.id);
        if (isUnsent ? known === post : known === undefined) return before;
        const others = posts.filter((one) => one !== known);
        return { list, posts: isUnsent ? [...others, post] : others };
      }),
    [list],
  );
  return { held: held.list === list ? held.posts : [], hold };
}
