import type { SettingsOf } from '#schema/settings/read.ts';

/** Retention periods in days; 0 means for ever. */
export function retentionSettings(value: SettingsOf<'api'>) {
  return {
    pageViews: value.RETENTION_PAGE_VIEWS_DAYS,
    community: value.RETENTION_COMMUNITY_DAYS,
    audit: value.RETENTION_AUDIT_DAYS,
    /** Since the profile was last seen; its posts and memberships go with it. */
    profiles: value.RETENTION_PROFILES_DAYS,
  };
}
export type Retention = ReturnType<typeof retentionSettings>;
