import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import type { AnimalName } from '#schema/rules/profile-name.ts';
import type { Masked } from '#web/shared/apollo/masks.ts';
import type { ClassOfChildFragment } from '#web/student/operations.generated.ts';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';
import type { ClassChild, TakeHint } from './take-child.ts';

/** Takes a child of the class for this device. Resolves to null on failure; `hint` is the reason. */
export function useTakeChild(found: Masked<ClassOfChildFragment>) {
  const client = useApolloClient();
  const busy = useRef(false);
  const [hint, setHint] = useState<TakeHint | null>(null);

  async function take(child: ClassChild, shown: readonly AnimalName[] = []): Promise<Profile | null> {
    // Two quick taps arrive before the page changes.
    if (busy.current) return null;
    busy.current = true;
    setHint(null);
    try {
      // Loaded on demand: a first visit has less to load.
      const { takeChild, hintFor } = await import('./take-child.ts');
      return await takeChild(client, { found, child, shown }).catch((error: unknown) => {
        setHint(hintFor(error));
        return null;
      });
    } catch {
      setHint('offlineShort');
      return null;
    } finally {
      busy.current = false;
    }
  }
  return { take, hint, clearHint: () => setHint(null) };
}
