import type { SettingsOf } from '#schema/settings/read.ts';

const megabyte = 1024 * 1024;

/** How much children may send: works in an hour, and bytes kept for one profile and on one class's wall. */
export const uploadSettings = (value: SettingsOf<'api'>) => ({
  perHour: value.UPLOADS_PER_HOUR,
  profileBytes: value.PROFILE_STORAGE_MB * megabyte,
  classBytes: value.CLASS_STORAGE_MB * megabyte,
});
