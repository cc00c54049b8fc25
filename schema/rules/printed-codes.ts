import { z } from 'zod';
import { date } from '../rest/values.ts';

/** When a printed code changes what it opens: empty for at once. */
export const retargetRules = z.object({
  from: z.string().refine((day) => day === '' || date.safeParse(day).success, { error: 'messages.invalidDate' }),
});
export type RetargetValues = z.output<typeof retargetRules>;
