import { z } from 'zod';

const days = z.coerce.number().int().min(0).max(36_500);
// Two school years: the last one stays comparable with the one before until it is over.
const twoYears = 731;

/** How long what children and staff leave behind is kept, in days; 0 is for ever. */
export const retentionEnvironment = {
  RETENTION_PAGE_VIEWS_DAYS: days.default(twoYears),
  RETENTION_COMMUNITY_DAYS: days.default(twoYears),
  RETENTION_AUDIT_DAYS: days.default(twoYears),
  /** Since a profile was last seen; with it go its posts and its places in classes. */
  RETENTION_PROFILES_DAYS: days.default(twoYears),
};

export function retentionSettings(value: z.output<z.ZodObject<typeof retentionEnvironment>>) {
  return {
    pageViews: value.RETENTION_PAGE_VIEWS_DAYS,
    community: value.RETENTION_COMMUNITY_DAYS,
    audit: value.RETENTION_AUDIT_DAYS,
    profiles: value.RETENTION_PROFILES_DAYS,
  };
}
export type Retention = ReturnType<typeof retentionSettings>;
