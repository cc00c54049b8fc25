import { resolve } from 'node:path';
import { readSettings, type Settings } from '#api/settings.ts';

/** The API's settings for tests: defaults, a free port, quiet. */
export function apiSettings(over: Partial<Settings> & Pick<Settings, 'databaseUrl' | 'dataDir'>): Settings {
  const defaults = readSettings({
    DATABASE_URL: over.databaseUrl,
    DATA_DIR: over.dataDir,
    API_PORT: '0',
    API_JOBS: 'on',
    LOG_LEVEL: 'silent',
    MANABOOK_ROOT: resolve('.'),
  });
  return { ...defaults, ...over };
}
