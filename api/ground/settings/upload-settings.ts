import type { SettingsOf } from '#schema/settings/read.ts';

const megabyte = 1024 * 1024;

/** Limits for children's uploads: works per profile, works per class and network, and stored bytes per profile and per class. */
export const uploadSettings = (value: SettingsOf<'api'>) => ({
  perHour: value.UPLOADS_PER_HOUR,
  classPerMinute: value.CLASS_UPLOADS_PER_MINUTE,
  classPerHour: value.CLASS_UPLOADS_PER_HOUR,
  profileBytes: value.PROFILE_STORAGE_MB * megabyte,
  classBytes: value.CLASS_STORAGE_MB * megabyte,
});
