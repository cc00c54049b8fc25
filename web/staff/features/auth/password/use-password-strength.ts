import { useDeferredValue, useEffect, useState } from 'react';
import type * as guessablePassword from '#schema/rules/guessable-password.ts';
import type { PasswordOwner, PasswordStrength } from '#schema/rules/guessable-password.ts';

/** The strength of a typed password; undefined while the rule, with its list of leaked passwords, is loading. */
export function usePasswordStrength(password: string, owner: PasswordOwner): PasswordStrength | undefined {
  const [rule, setRule] = useState<typeof guessablePassword>();
  // The estimate is slow: deferring the value keeps the field responsive.
  const typed = useDeferredValue(password);
  useEffect(() => {
    let isLeft = false;
    const load = async () => {
      const loaded = await import('#schema/rules/guessable-password.ts');
      if (!isLeft) setRule(loaded);
    };
    // A failed download does not block the form, because the API applies the same rule.
    load().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, []);
  return rule?.passwordStrength(typed, owner);
}
