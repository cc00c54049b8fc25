import { z } from 'zod';
import { anyStaff } from '../access.ts';
import { operation } from './operation.ts';

/** The callers of a free-form operation. */
export const admittedKinds = ['staff', 'apiKey'] as const;

/** The remaining cost of an API key in its current minute, in points. */
export const allowance = z.object({
  /** Points per minute. */
  limit: z.int(),
  remaining: z.int(),
  /** Whole seconds, rounded up, until `remaining` is `limit` again. */
  resetsInSeconds: z.int(),
});
export type Allowance = z.output<typeof allowance>;

export const admission = operation({
  name: 'admission',
  method: 'POST',
  path: '/Auth/admission',
  summary:
    'Whether the caller may have an operation of this cost (points, 0..10000) carried out now, asked by the gateway before it begins. Staff always may. An API key is charged, all processes together; where it is refused, nothing is charged. `allowance` is null for staff.',
  access: anyStaff,
  beforeSecondStep: true,
  body: z.object({
    cost: z
      .int({ error: 'messages.invalidValue' })
      .min(0, { error: 'messages.invalidValue' })
      .max(10_000, { error: 'messages.invalidValue' }),
  }),
  response: z.object({ kind: z.enum(admittedKinds), allowance: allowance.nullable() }),
  problems: {
    400: 'for what costs more than a whole minute',
    429: 'when the rest of the key’s minute does not suffice, with Retry-After',
  },
});
