import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);

/** A block of code as the page shows it. */
export interface Block {
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

/** The blocks of the page that the gateway serves, in order. */
export async function blocksOf(url: string, language: 'en' | 'jp' = 'en'): Promise<Block[]> {
  const response = await fetch(`${url}/graphql/examples?lng=${language}`, { headers: { accept: 'text/html' } });
  const blocks = (await response.text()).matchAll(/<code class="language-(\w+)" data-title="([^"]*)">(.*?)<\/code>/gs);
  return [...blocks].map(([, code = '', title = '', text = '']) => ({
    language: code,
    title: plain(title),
    text: plain(text),
  }));
}

const signs: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

const plain = (html: string): string => html.replaceAll(/&\w+;/g, (entity) => signs[entity] ?? entity);

/** A folder of an integrator's own, where examples run. */
export interface Workplace {
  readonly folder: string;
  /** Runs a shell's text there; what it printed. */
  shell(text: string): Promise<string>;
  /** Runs a TypeScript file there; what it printed. */
  node(file: string): Promise<string>;
  json(file: string): Promise<unknown>;
}

/** With the machine's own curl, or with the part of it that the page uses (plain-curl.ts). */
export async function makeWorkplace(url: string, curl: 'curl' | 'plain-curl'): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'manabook-examples-'));
  const programs = join(folder, 'bin');
  await mkdir(programs);
  // The client's one import is of its own kind; the project's packages only let TypeScript run.
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'dir');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  if (curl === 'plain-curl') {
    const outfile = join(programs, 'plain-curl.mjs');
    await build({ entryPoints: ['tests/gateway/plain-curl.ts'], outfile, format: 'esm', platform: 'node' });
    await writeFile(join(programs, 'curl'), `#!/bin/sh\nexec '${process.execPath}' '${outfile}' "$@"\n`);
    await chmod(join(programs, 'curl'), 0o755);
  }
  const env = { ...process.env, MANABOOK: url, PATH: `${programs}${delimiter}${process.env.PATH ?? ''}` };
  const options = { cwd: folder, env, timeout: 180_000 };
  return {
    folder,
    shell: async (text) => (await run('sh', ['-eu', '-c', text], options)).stdout,
    node: async (file) => (await run(process.execPath, ['--import', 'tsx', file], options)).stdout,
    json: async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as unknown,
  };
}

/** Whether this machine has curl. */
export const hasCurl = (): Promise<boolean> =>
  run('curl', ['--version']).then(
    () => true,
    () => false,
  );

const isWord = (text: string) => /^(?:[A-Z_]+|messages\.\w+)$/.test(text);

/** A value's outline: its names and kinds, with codes and keys as they are and of a list the first entry. */
export function outlineOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(outlineOf);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, outlineOf(part)]));
  return typeof value === 'string' && isWord(value) ? value : value === null ? null : typeof value;
}
