import { type Environment, given } from './read.ts';
import { settings } from './table.ts';

/** Where the settings file is, and whether somebody has named it, so that it must be there. */
export function settingsFileOf(env: Environment): { readonly path: string; readonly named: boolean } {
  const named = given(env, 'SETTINGS_FILE');
  const folder = given(env, 'DATA_DIR') ?? settings.DATA_DIR.standard;
  return { path: named ?? `${folder}/settings.env`, named: named !== undefined };
}

/** An environment over what a file sets: the environment wins, except where it is empty. */
export function overFile(env: Environment, file: Environment): Environment {
  const unset = Object.entries(file).filter(([name]) => given(env, name) === undefined);
  return { ...env, ...Object.fromEntries(unset) };
}
