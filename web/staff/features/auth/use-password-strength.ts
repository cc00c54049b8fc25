import { useDeferredValue, useEffect, useState } from 'react';
import type * as guessablePassword from '#schema/rules/guessable-password.ts';
import type { PasswordOwner, PasswordStrength } from '#schema/rules/guessable-password.ts';

/** How hard a typed password is to guess; undefined while the rule, with its list of leaked passwords, is loaded. */
export function usePasswordStrength(password: string, owner: PasswordOwner): PasswordStrength | undefined {
  const [rule, setRule] = useState<typeof guessablePassword>();
  // The field answers at once; the estimate follows.
  const typed = useDeferredValue(password);
  useEffect(() => {
    let isLeft = false;
    const load = async () => {
      const loaded = await import('#schema/rules/guessable-password.ts');
      if (!isLeft) setRule(loaded);
    };
    // Without the list the form works too: the API applies the same rule.
    load().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, []);
  return rule?.passwordStrength(typed, owner);
}
