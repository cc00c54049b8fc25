import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { withFileDefaults, settingsFileOf } from '#schema/settings/file.ts';
import type { Environment } from '#schema/settings/read.ts';

/** The environment of this process: its variables over the settings file that `npm run setup` writes. */
export function environment(env: Environment = process.env): Environment {
  const { path, isExplicit } = settingsFileOf(env);
  return isExplicit || existsSync(path) ? withFileDefaults(env, parseEnv(readFileSync(path, 'utf8'))) : env;
}
