import { resolve } from 'node:path';
import { readSettings, type Settings } from '#api/ground/settings/settings.ts';

/** The API's settings for tests: defaults, a free port, quiet. */
export function apiSettings(over: Partial<Settings> & Pick<Settings, 'databaseUrl' | 'dataDir'>): Settings {
  const defaults = readSettings({
    DATABASE_URL: over.databaseUrl,
    DATA_DIR: over.dataDir,
    API_PORT: '0',
    API_JOBS: 'on',
    LOG_LEVEL: 'silent',
    // No test asks a service of others.
    LINK_HEALTH: 'off',
    MANABOOK_ROOT: resolve('.'),
  });
  // Worlds are clones of the demo school, and its accounts sign in there; providers of the tests stand on this machine.
  return { ...defaults, demoSignIn: true, localSignInProviders: true, ...over };
}
