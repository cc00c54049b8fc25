import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { LaunchProblem } from './problem.mjs';

/**
 * Adds the settings file to the environment for all processes that are started from here; non-empty variables of the
 * environment win. The servers read the file in the same way (schema/settings/file.ts), but the launcher needs it
 * before any installation.
 */
export function loadSettingsFile({ root, env }) {
  const named = env.SETTINGS_FILE?.trim();
  const path = resolve(root, named || join(env.DATA_DIR?.trim() || 'data', 'settings.env'));
  if (!named && !existsSync(path)) return;
  for (const [name, value] of Object.entries(parseEnv(read(path)))) if (!env[name]?.trim()) env[name] = value;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new LaunchProblem(`The settings file ${path} cannot be read (${error.code}).`);
  }
}
