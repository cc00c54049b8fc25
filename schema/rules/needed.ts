import type { z } from 'zod';

/** For `refine`: says that a field is needed, beside whatever else is wrong, unless the field itself is. */
export const needed = (field: string, error: string) => ({
  path: [field],
  error,
  when: ({ value, issues }: z.core.ParsePayload) =>
    typeof value === 'object' && value !== null && !issues.some(({ path }) => path?.[0] === field),
});
