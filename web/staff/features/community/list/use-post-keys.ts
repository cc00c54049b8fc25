import { useEffect, useRef, type RefObject } from 'react';
import type { QueuedPostFragment } from '#web/staff/operations.generated.ts';
import { isComposing } from '#web/staff/ui/forms/composing.ts';
import type { Decisions } from '#web/staff/features/community/use-decisions.ts';

/** The keys of the queue, as the hint above it names them. */
export const postKeys = { next: 'J', previous: 'K', approve: 'A', hide: 'H' } as const;

const cardsIn = (root: HTMLElement | null) => [...(root?.querySelectorAll<HTMLElement>('[data-post]') ?? [])];

/** Puts the focus on a card of the list, the last one when there are fewer. */
export function focusCard(root: HTMLElement | null, at: number): void {
  const cards = cardsIn(root);
  const card = cards[Math.min(Math.max(0, at), cards.length - 1)];
  card?.focus();
  card?.scrollIntoView({ block: 'nearest' });
}

/**
 * Single-letter keys work only while the focus is inside the cards, so that they do not disturb users of voice control.
 * A decision moves the focus to the next card, so decisions ignore key repetitions: a held key would otherwise decide
 * card after card.
 */
export function usePostKeys(
  root: RefObject<HTMLElement | null>,
  posts: readonly QueuedPostFragment[],
  decisions: Decisions,
): void {
  const latest = useRef({ posts, decisions });
  useEffect(() => {
    latest.current = { posts, decisions };
  });
  useEffect(() => {
    const element = root.current;
    const onKey = (event: KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !isComposing(event);
      const card = event.target instanceof Element ? event.target.closest('[data-post]') : null;
      if (!plain || !(card instanceof HTMLElement)) return;
      const at = cardsIn(element).indexOf(card);
      const post = event.repeat ? undefined : latest.current.posts.find(({ id }) => id === card.dataset['post']);
      const key = event.key.toUpperCase();
      if (key === postKeys.next) focusCard(element, at + 1);
      else if (key === postKeys.previous) focusCard(element, at - 1);
      else if (key === postKeys.approve && post && post.state !== 'APPROVED')
        void latest.current.decisions.setState(post, 'APPROVED');
      else if (key === postKeys.hide && post && post.state !== 'HIDDEN')
        void latest.current.decisions.setState(post, 'HIDDEN');
      else return;
      event.preventDefault();
    };
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [root]);
}
