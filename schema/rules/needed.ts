import type { z } from 'zod';

/** For `refine`: reports a missing field beside the other problems, unless the field itself has a problem. */
export const needed = (field: string, error: string) => ({
  path: [field],
  error,
  when: ({ value, issues }: z.core.ParsePayload) =>
    typeof value === 'object' && value !== null && !issues.some(({ path }) => path?.[0] === field),
});
