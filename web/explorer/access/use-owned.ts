import { useState } from 'react';

/** A state that belongs to the signed-in user, by id. It is read again when another user, or nobody, is signed in. */
export function useOwned<Value>(
  owner: string | undefined,
  read: (owner: string | undefined) => Value,
): readonly [Value, (value: Value) => void] {
  const [held, setHeld] = useState(() => ({ owner, value: read(owner) }));
  const current = held.owner === owner ? held : { owner, value: read(owner) };
  if (current !== held) setHeld(current);
  return [current.value, (value) => setHeld({ owner, value })];
}
