import { z } from 'zod';
import { anyStaff } from '../access.ts';
import { operation } from './operation.ts';

/** Who an operation that the caller wrote by themselves is carried out for. */
export const admittedKinds = ['staff', 'apiKey'] as const;

/** What an API key may still spend before its minute is over, in points of cost. */
export const allowance = z.object({
  /** Points that a key has for every minute. */
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
    'Whether the caller may have an operation of this cost (points, 0..10000) carried out now, asked by the gateway before it begins. Staff always may. An API key is charged, all processes together: 429 with Retry-After when the rest of its minute does not suffice, and then nothing is charged; 400 for what costs more than a whole minute. `allowance` is null for staff.',
  access: anyStaff,
  body: z.object({
    cost: z
      .int({ error: 'messages.invalidValue' })
      .min(0, { error: 'messages.invalidValue' })
      .max(10_000, { error: 'messages.invalidValue' }),
  }),
  response: z.object({ kind: z.enum(admittedKinds), allowance: allowance.nullable() }),
  problems: { 429: 'when the rest of the key’s minute does not suffice' },
});
