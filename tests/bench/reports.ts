import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#api/ground/db/embedded/start.ts';
import { createLog } from '#api/ground/log.ts';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { administer, databaseUrl } from '#tests/support/template.ts';
import { Asker, timed } from './measure.ts';
import { startApiProcess, type Server } from './processes.ts';
import { startRecorder } from './recorded.ts';
import { measureReports } from './report-times.ts';
import { fillSchool } from './school-data.ts';
import { measureIntake } from './usage-burst.ts';
import { addUpViews, fillViews } from './usage-data.ts';
import { measureExport } from './usage-export.ts';

const school = { users: 20_000, classes: 5_000, textbooks: 100 };
const sizes = { small: 100_000, large: 10_000_000 };

interface Filled {
  readonly server: Server;
  /** An administrator's header, for ten minutes. */
  readonly signIn: () => Promise<string>;
}

async function fill(adminUrl: string, folder: string, name: keyof typeof sizes): Promise<Filled> {
  await administer(adminUrl, `create database ${name}`);
  const url = databaseUrl(adminUrl, name);
  const dataDir = join(folder, name);
  await prepareDatabase(apiSettings({ databaseUrl: url, dataDir }), createLog('error'));
  await fillSchool(url, school);
  const { api } = await startRecorder(url, dataDir);
  const [filling, adding] = [
    await timed(() => fillViews(url, api.services.db, { ...school, views: sizes[name] })),
    await timed(() => addUpViews(url, api.services.db)),
  ].map((ms) => Math.round(ms / 1000));
  await api.close();
  console.log(`${name}: ${sizes[name]} page views over two years, made in ${filling} s and added up in ${adding} s`);
  return {
    server: await startApiProcess(url, dataDir),
    signIn: async () => {
      const recorder = await startRecorder(url, dataDir);
      await recorder.api.close();
      return recorder.callers.admin;
    },
  };
}

const askerOf = async ({ server, signIn }: Filled) => new Asker(server.url, 1, { authorization: await signIn() });

const folder = await mkdtemp(join(tmpdir(), 'manabook-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'cluster') });
try {
  const small = await fill(postgres.url, folder, 'small');
  const large = await fill(postgres.url, folder, 'large');
  const held = [
    await measureReports({ small: await askerOf(small), large: await askerOf(large) }),
    await measureExport(large.server, await large.signIn()),
    await measureIntake(large.server.url, school.classes),
  ];
  await Promise.all([small.server.stop(), large.server.stop()]);
  if (held.includes(false)) process.exitCode = 1;
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
