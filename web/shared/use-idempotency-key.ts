import { useRef } from 'react';
import { randomUuid } from '#web/shared/random-uuid.ts';

type WithKey<Input> = Input & { readonly idempotencyKey: string };

/**
 * Adds an idempotency key to the input of a form that creates a row: the same one while the same values are sent again,
 * so that saving again after a lost answer creates no second row. Other values, and the next `round` of "Save and add
 * another", get another key.
 */
export function useIdempotencyKey(round = 0): <Input extends object>(input: Input) => WithKey<Input> {
  const last = useRef({ sent: '', key: '' });
  return (input) => {
    const sent = JSON.stringify([round, input]);
    if (last.current.sent !== sent) last.current = { sent, key: randomUuid() };
    return { ...input, idempotencyKey: last.current.key };
  };
}
