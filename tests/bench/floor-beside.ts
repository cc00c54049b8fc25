import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ENTRIES } from '#launch/build-steps.ts';
import { administer, databaseUrl } from '#tests/support/template.ts';
import type { FloorCase } from './floor-case.ts';
import { type Server, startApiProcess } from './processes.ts';

interface Place {
  /** The checkout, whose packages are installed and whose code is generated. */
  readonly root: string;
  /** The PostgreSQL server that gets a database for it: its migrations may be others. */
  readonly adminUrl: string;
  readonly folder: string;
  /** Where its lines go. */
  readonly stdout: number;
}

/** Starts the API of another checkout, on the demo school as it makes it. */
export async function startBeside({ root, adminUrl, folder, stdout }: Place): Promise<Server> {
  await administer(adminUrl, 'create database beside');
  const url = databaseUrl(adminUrl, 'beside');
  const dataDir = join(folder, 'beside');
  await mkdir(dataDir);
  const settings = { LOG_LEVEL: 'info', MANABOOK_ROOT: resolve(root) };
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dataDir, DEMO_DATA: 'on', ...settings };
  const migration = fork(ENTRIES.migrate, { cwd: root, env, execArgv: ['--import', 'tsx'], silent: true });
  const [code] = (await once(migration, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the migrations of ${root} ended with code ${code}`);
  return startApiProcess(url, dataDir, settings, { root, stdout });
}

/** Whether it answers a case too: ids and codes of one demo school are unknown to the other. */
export async function answersToo(url: string, staff: string, { path, as }: FloorCase): Promise<boolean> {
  if (as === 'child' || as === 'device') return false;
  const headers: Record<string, string> = as === 'staff' ? { authorization: staff } : {};
  const response = await fetch(`${url}${path}`, { headers });
  await response.arrayBuffer();
  return response.ok;
}
