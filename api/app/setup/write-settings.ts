import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { settingsFileOf } from '#schema/settings/file.ts';
import type { Environment } from '#schema/settings/read.ts';

/** Writes settings into the settings file, replacing those of the same name; resolves with its path. */
export async function writeSettings(env: Environment, changes: Environment): Promise<string> {
  const path = resolve(settingsFileOf(env).path);
  const before: Environment = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
  const lines = Object.entries({ ...before, ...changes }).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${quoted(name, value)}`],
  );
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomUUID()}`;
  try {
    // The file contains passwords, so only its owner can read it.
    await writeFile(unfinished, `${heading}\n${lines.join('\n')}\n`, { mode: 0o600, flush: true });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return path;
}

const heading = '# Written by "npm run setup". The environment overrides this file.';

// Quoted values mean the same for systemd, compose and Node.
function quoted(name: string, value: string): string {
  if (/^[\w:/.@%+,=?&-]*$/.test(value)) return value;
  if (!/['\n]/.test(value)) return `'${value}'`;
  if (!/["\\$`\n]/.test(value)) return `"${value}"`;
  throw new Error(`${name} has characters that a settings file cannot hold. Set it in the environment.`);
}
