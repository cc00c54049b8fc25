import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import type { AnimalName } from '#schema/rules/profile-name.ts';
import type { Masked } from '#web/shared/apollo/masks.ts';
import type { ClassOfChildFragment } from '#web/student/operations.generated.ts';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { useChoice } from '#web/student/features/profiles/use-choice.ts';
import type { ClassChild, TakeHint } from './take-child.ts';

/** The choice whose answer is awaited. */
interface Waiting {
  /** The child's id. */
  readonly id: string;
  readonly isCurrent: () => boolean;
}

/**
 * Takes a child of the class for this device. Resolves to null on failure, with the reason in `hint`, and when a newer
 * choice has begun: the device keeps the profile, but nobody is chosen. `waitingId` is the child whose answer is awaited.
 */
export function useTakeChild(found: Masked<ClassOfChildFragment>) {
  const client = useApolloClient();
  const beginChoice = useChoice();
  const waiting = useRef<Waiting>(undefined);
  const [waitingId, setWaitingId] = useState<string>();
  const [hint, setHint] = useState<TakeHint | null>(null);

  function wait(next: Waiting | undefined): void {
    waiting.current = next;
    setWaitingId(next?.id);
    setHint(null);
  }

  async function take(child: ClassChild, shown: readonly AnimalName[] = []): Promise<Profile | null> {
    const before = waiting.current;
    // The second of two quick taps on a tile would only repeat the request. New animals replace the earlier ones.
    if (shown.length === 0 && before?.id === child.id && before.isCurrent()) return null;
    const isCurrent = beginChoice();
    const own = { id: child.id, isCurrent };
    wait(own);
    let failure: TakeHint | null = null;
    try {
      // Loaded on demand: a first visit has less to load.
      const { takeChild, hintFor } = await import('./take-child.ts');
      return await takeChild(client, { found, child, shown, isCurrent }).catch((error: unknown) => {
        failure = hintFor(error);
        return null;
      });
    } catch {
      failure = 'offlineShort';
      return null;
    } finally {
      if (waiting.current === own) wait(undefined);
      if (isCurrent()) setHint(failure);
    }
  }

  /** Ends the choice: an answer that is still awaited chooses nobody. */
  function drop(): void {
    beginChoice();
    wait(undefined);
  }
  return { take, drop, hint, waitingId };
}
