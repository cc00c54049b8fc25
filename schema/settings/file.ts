import { type Environment, given } from './read.ts';
import { settings } from './table.ts';

/** The path of the settings file, and whether a setting names it: then it must exist. */
export function settingsFileOf(env: Environment): { readonly path: string; readonly isExplicit: boolean } {
  const explicitPath = given(env, 'SETTINGS_FILE');
  const folder = given(env, 'DATA_DIR') ?? settings.DATA_DIR.standard;
  return { path: explicitPath ?? `${folder}/settings.env`, isExplicit: explicitPath !== undefined };
}

/** Merges an environment over the settings file: non-empty variables of the environment win. */
export function withFileDefaults(env: Environment, file: Environment): Environment {
  const unset = Object.entries(file).filter(([name]) => given(env, name) === undefined);
  return { ...env, ...Object.fromEntries(unset) };
}
