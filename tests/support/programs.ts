import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { tableProgram } from '#api/ground/csv/apart/program.ts';
import { recastProgram } from '#api/ground/media/recast/program.ts';
import { areServersBuilt, ENTRIES } from '#launch/build-steps.ts';

type Program = keyof typeof ENTRIES;

let areBuilt: Promise<boolean> | undefined;

/**
 * How Node starts one of the product's programs: its build in `dist/`, as installations do, or its source when the source
 * is newer than the build. The build starts in a third of the time.
 */
export async function programOf(name: Program): Promise<{ readonly file: string; readonly execArgv: string[] }> {
  areBuilt ??= areServersBuilt(process.cwd());
  return (await areBuilt)
    ? { file: resolve(`dist/${name}.js`), execArgv: [] }
    : { file: resolve(ENTRIES[name]), execArgv: ['--import', 'tsx'] };
}

/** Makes the API of the tests' own process read files with the built programs. */
export async function readFilesBuilt(): Promise<void> {
  for (const [name, program] of [
    ['recast', recastProgram],
    ['table', tableProgram],
  ] as const) {
    const { file, execArgv } = await programOf(name);
    program.args = [...execArgv, file];
  }
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  /** Of both streams. */
  readonly text: string;
}

/** Runs one of the product's commands to its end, where nobody answers questions. */
export async function runCommand(name: Program, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const { file, execArgv } = await programOf(name);
  return new Promise((ended) => {
    execFile(process.execPath, [...execArgv, file, ...args], { env }, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? 1) : 0;
      ended({ code, stdout, text: stdout + stderr });
    });
  });
}
