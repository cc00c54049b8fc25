import '#tests/support/dom.ts';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useIdempotencyKey } from '#web/shared/use-idempotency-key.ts';

test('the same values keep their key, other values and the next form get another', () => {
  const { result, rerender } = renderHook(({ round }) => useIdempotencyKey(round), { initialProps: { round: 0 } });
  const keyOf = (name: string) => result.current({ name }).idempotencyKey;
  const first = keyOf('3-1');
  expect(first).toMatch(/^[\da-f-]{36}$/);
  rerender({ round: 0 });
  expect(keyOf('3-1')).toBe(first);
  const second = keyOf('3-2');
  expect(second).not.toBe(first);
  rerender({ round: 1 });
  expect(keyOf('3-2')).not.toBe(second);
});
