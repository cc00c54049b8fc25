import { addresses } from './rows/addresses.ts';
import { backups } from './rows/backups.ts';
import { integrators } from './rows/integrators.ts';
import { launcher } from './rows/launcher.ts';
import { mail } from './rows/mail.ts';
import { school } from './rows/school.ts';
import { services } from './rows/services.ts';
import { storage } from './rows/storage.ts';
import type { Setting } from './setting.ts';

/**
 * All settings by their environment variables. Parsing, the table of docs/settings.md, the doctor and the faults at
 * start use these rows.
 */
export const settings = {
  ...addresses,
  ...storage,
  ...backups,
  ...school,
  ...mail,
  ...integrators,
  ...services,
  ...launcher,
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
