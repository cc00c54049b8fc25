import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LaunchProblem } from './problem.mjs';
import { runChild } from './run-child.mjs';

const Manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

export interface Tool {
  readonly root: string;
  readonly pack: string;
  readonly bin: string;
  readonly args: string[];
  readonly env?: Record<string, string>;
}

/** The path of an installed package's program, to be run with this Node and without a shell. */
export async function toolPath({ root, pack, bin }: Pick<Tool, 'root' | 'pack' | 'bin'>): Promise<string> {
  const folder = join(root, 'node_modules', pack);
  const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin];
  if (!file) throw new LaunchProblem(`The package ${pack} has no program ${bin}.`);
  return join(folder, file);
}

/** Runs a tool silently; its output is shown when it fails. */
export async function runTool({ root, pack, bin, args, env }: Tool): Promise<void> {
  const path = await toolPath({ root, pack, bin });
  const result = await runChild({
    command: process.execPath,
    args: [path, ...args],
    cwd: root,
    env: { ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), ...env },
  });
  if (result.code !== 0) throw new LaunchProblem(`${result.output.trim()}\n\n"${bin}" failed. Its output is above.`);
}
