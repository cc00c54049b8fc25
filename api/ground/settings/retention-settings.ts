import type { SettingsOf } from '#schema/settings/read.ts';

/** How long what children and staff leave behind is kept, in days; 0 is for ever. */
export function retentionSettings(value: SettingsOf<'api'>) {
  return {
    pageViews: value.RETENTION_PAGE_VIEWS_DAYS,
    community: value.RETENTION_COMMUNITY_DAYS,
    audit: value.RETENTION_AUDIT_DAYS,
    /** Since a profile was last seen; with it go its posts and its places in classes. */
    profiles: value.RETENTION_PROFILES_DAYS,
  };
}
export type Retention = ReturnType<typeof retentionSettings>;
