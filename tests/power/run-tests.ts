import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Client } from 'pg';
import { z } from 'zod';
import { toolPath } from '#launch/tool.ts';
import type { Workshop } from './workshop.ts';

export interface Outcome {
  readonly result: 'passed' | 'failed' | 'timeout';
  /** The test that failed first, and what it said. */
  readonly by: string;
  readonly seconds: number;
}

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

/** Runs these test files in the copy until the first failure, or for so many milliseconds. */
export async function runTests(workshop: Workshop, files: readonly string[], limit: number): Promise<Outcome> {
  const { copy, folder } = workshop;
  const report = join(folder, 'report.json');
  await rm(report, { force: true });
  // The folders of the worlds of a run that is broken off go with this one.
  const temporary = join(folder, 'tmp');
  await mkdir(temporary, { mode: 0o711 });
  const vitest = await toolPath({ root: copy, pack: 'vitest', bin: 'vitest' });
  const { ending, output, seconds } = await workshop.groups.run({
    args: [vitest, 'run', ...files, '--bail=1', '--reporter=json', `--outputFile=${report}`],
    cwd: copy,
    env: { TMPDIR: temporary },
    limit,
  });
  await dropWorlds();
  await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  if (ending === 'good') return { result: 'passed', by: '', seconds };
  if (ending === 'too late') return { result: 'timeout', by: '', seconds };
  return { result: 'failed', by: await firstFailure({ report, copy, output }), seconds };
}

/** The databases of a run that was broken off: all but PostgreSQL's own and the template. */
async function dropWorlds(): Promise<void> {
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database
       where not datistemplate and datname not in ('postgres', current_database(), $1)`,
      [process.env.TEST_TEMPLATE],
    );
    for (const { name } of rows) await client.query(`drop database if exists "${name}" with (force)`);
  } finally {
    await client.end();
  }
}

async function firstFailure({ report, copy, output }: { report: string; copy: string; output: string }) {
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return firstLine(output);
  for (const { name, status, message, assertionResults } of Report.parse(JSON.parse(text)).testResults) {
    if (status !== 'failed') continue;
    const failed = assertionResults.find((test) => test.status === 'failed');
    const said = failed ? `${failed.fullName}: ${firstLine(failed.failureMessages?.[0] ?? '')}` : firstLine(message);
    return `${name.replace(`${copy}/`, '')}: ${said}`;
  }
  return firstLine(output);
}

const firstLine = (text: string) => stripVTControlCharacters(text).trim().split('\n')[0]?.slice(0, 300) ?? '';
