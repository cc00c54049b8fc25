import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { sendUpload, uploadPicture } from '#tests/gateway/upload-form.ts';
import { photo } from '#tests/support/media-samples.ts';
import { installPackages } from '#tests/support/debian-packages.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { pictureMaximum } from '#schema/rules/files.ts';
import { complaintsOfExamples, readersOfExamples } from './examples.ts';
import { ask, type Load, startLoad } from './load.ts';
import { assembleNextVersion } from './next-version.ts';
import {
  answeredThroughNginx,
  freePorts,
  startNginx,
  startPgBouncer,
  startPostgres,
  startReplica,
  stopPrograms,
  until,
} from './programs.ts';
import { type Part, Server } from './servers.ts';

// `npm run test:cluster`: two gateways, two APIs and two workers behind nginx, on PgBouncer and an S3 store; and the
// examples of `docs/`, read by the programs that they are for. It installs Debian's packages, so it runs as root, and not
// among the other tests.
const run = promisify(execFile);
const clientCount = 6;
const counts = { passed: 0, failed: 0 };

function nothing(failures: readonly string[]): boolean {
  for (const failure of failures) console.log(`  ${failure}`);
  return failures.length === 0;
}

function check(what: string, isSo: boolean, detail: unknown = ''): void {
  counts[isSo ? 'passed' : 'failed'] += 1;
  console.log(`${isSo ? '✓' : '✗'} ${what}${isSo ? '' : `: ${JSON.stringify(detail)}`}`);
}

await installPackages([...readersOfExamples, 'pgbouncer', 'postgresql']);
const folder = await mkdtemp(join(tmpdir(), 'manabook-cluster-'));
await chmod(folder, 0o755);
const mail = await startMailServer();
const store = await startS3Server();
const ports = await freePorts(11);
const [front = 0, inner = 0, postgres = 0, pooler = 0, follower = 0, ...own] = ports;
const sessionUrl = await startPostgres(folder, postgres);
const { url: databaseUrl, isPrepared } = await startPgBouncer(folder, { port: pooler, postgres });
const replica = await startReplica(folder, { port: follower, postgres });
const url = `http://127.0.0.1:${front}`;
const next = join(folder, 'next');
await assembleNextVersion(next);
await mkdir(join(folder, 'data'));

const { settings: s3 } = store;
const behind = {
  PUBLIC_URL: url,
  DEMO_DATA: 'on',
  DEMO_SIGN_IN: 'on',
  DATABASE_URL: databaseUrl,
  DATABASE_SESSION_URL: sessionUrl,
  DATABASE_REPORTS_URL: replica.url,
  DATABASE_POOL: '10',
  DATABASE_PREPARED: isPrepared ? 'on' : 'off',
  DATA_DIR: join(folder, 'data'),
  SMTP_URL: mail.url,
  S3_BUCKET: s3.bucket,
  S3_ENDPOINT: s3.endpoint ?? '',
  S3_ACCESS_KEY_ID: s3.credentials?.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: s3.credentials?.secretAccessKey ?? '',
  S3_FORCE_PATH_STYLE: 'on',
};
const plan = (part: Part, port = 0) => {
  const name = { gateway: 'PORT', api: 'API_PORT', worker: 'WORKER_PORT' }[part];
  const inFront = { PUBLIC_URL: url, API_URL: `http://127.0.0.1:${inner}`, HOST: '127.0.0.1', TRUST_PROXY: 'loopback' };
  const env = part === 'gateway' ? { ...inFront, FREE_OPERATIONS: 'everyone' } : behind;
  return { part, port, env: { ...env, [name]: String(port) } };
};
const parts = ['api', 'api', 'worker', 'worker', 'gateway', 'gateway'] as const;
const servers = parts.map((part, index) => new Server(plan(part, own[index]), folder));
const portsOf = (part: Part) => servers.filter((one) => one.plan.part === part).map((one) => one.plan.port);

const count = async (text: string, values: unknown[] = [], at = sessionUrl): Promise<Record<string, number>> => {
  const client = new Client({ connectionString: at });
  await client.connect();
  try {
    return (await client.query<Record<string, number>>(text, values)).rows[0] ?? {};
  } finally {
    await client.end();
  }
};
const answersAfter = async (load: { readonly answered: number }, more: number) => {
  const from = load.answered;
  await until('answers', async () => Promise.resolve(load.answered >= from + more));
};
const login = (email: string, password: string) =>
  ask(url, 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }', { input: { email, password } });
const usage = `query ($period: ReportPeriodInput!) {
  usageByDay(period: $period) { items { date views visitors duration } } }`;
/** A week that has today in it, in any zone. */
const daysAround = () => {
  const day = (away: number) => new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10);
  return { from: day(-5), to: day(2) };
};
const letters = 'mutation ($input: ForgotPasswordInput!) { forgotPassword(input: $input) { validHours } }';
const staff = ['superadmin', 'admin', 'owner', 'teacher'].map((who) => `${who}@demo.test`);
const askForLetters = async () => {
  for (const email of staff) await ask(url, letters, { input: { email } });
};
const addressees = () => mail.mails.flatMap(({ to }) => to?.map(({ address }) => address)).sort();
const reaches = async ({ part, port }: Server['plan']) => {
  if (part === 'worker') return;
  const before = await answeredThroughNginx(folder, port);
  await until(`nginx to send to ${port}`, async () => (await answeredThroughNginx(folder, port)) > before);
};
const migrate = (root: string) => {
  const env = { PATH: process.env.PATH, DATABASE_URL: sessionUrl, MANABOOK_ROOT: root };
  return run(process.execPath, ['dist/migrate.js'], { cwd: root, env });
};
let load: Load | undefined;

try {
  for (const [example, complaint] of Object.entries(await complaintsOfExamples(folder)))
    check(`${example} is taken by its program`, complaint === '', complaint);
  await migrate(process.cwd());
  const seeding = new Server(plan('api', own[0]), folder);
  await seeding.start(process.cwd());
  await seeding.end('SIGTERM');
  await startNginx(folder, [
    { port: front, upstreams: portsOf('gateway') },
    { port: inner, upstreams: portsOf('api') },
  ]);
  for (const server of servers) await server.start(process.cwd());
  check('two gateways, two APIs and two workers start behind nginx and PgBouncer', true);

  const { login: session } = (await login('admin@demo.test', 'learn-together')) as { login: { accessToken: string } };
  const { accessToken: token } = session;
  const clients = (load = startLoad({ url, token, clients: clientCount }));
  await answersAfter(clients, 100);
  for (const { plan: its } of servers) await reaches(its);
  check('a session of one gateway and API holds on all of them', nothing(clients.failures()));

  const content = Buffer.concat([await photo()], pictureMaximum);
  const { data, errors } = await sendUpload(url, { query: uploadPicture, token, files: { file: { content } } });
  const { url: link = '' } = (data?.uploadPageImage ?? {}) as { url?: string };
  const file = await fetch(new URL(link, url));
  check('a picture of 2 MB goes through nginx to the S3 store, and back', file.ok && link !== '', { errors, link });
  clients.failures();

  for (const part of ['gateway', 'api'] as const) {
    const server = servers.find((one) => one.plan.part === part);
    if (!server) throw new Error(part);
    await server.end('SIGKILL');
    await answersAfter(clients, 60);
    await server.start(process.cwd());
    await reaches(server.plan);
    const failures = clients.failures();
    check(`a killed ${part} loses no request but those in flight`, failures.length <= clientCount, failures);
  }

  const held = mail.hold();
  await askForLetters();
  // A worker takes three jobs at once, so each of the two has one of the four.
  await until('the letters under way', async () => Promise.resolve(held.count >= staff.length));
  const killed = servers.find((one) => one.plan.part === 'worker');
  await killed?.end('SIGKILL');
  held.letGo();
  await until('the letters', async () => Promise.resolve(mail.mails.length >= staff.length));
  await killed?.start(process.cwd());
  check('the other worker does what a killed one had begun', nothing(clients.failures()));

  await migrate(next);
  check('the next version’s migration runs beside the old servers', nothing(clients.failures()));
  await askForLetters();
  for (const server of servers) {
    const code = await server.end('SIGTERM');
    await server.start(next);
    await reaches(server.plan);
    await answersAfter(clients, 40);
    const { part, port } = server.plan;
    check(`rolling the ${part} on ${port} to the next version loses no request`, nothing(clients.failures()));
    check(`the ${part} on ${port} ended by itself`, code === 0, code);
  }

  const waiting = 'select count(*)::int as count from graphile_worker.jobs where task_identifier = any($1)';
  await until('the second letters', async () => Promise.resolve(mail.mails.length >= 2 * staff.length));
  await until('an empty queue', async () => (await count(waiting, [['requestLink', 'mailAccountLink']])).count === 0);
  const wanted = [...staff, ...staff].sort();
  check('each job was done once', String(addressees()) === String(wanted), addressees());

  let refused = '';
  for (let tries = 0; tries < 6; tries += 1)
    await login('teacher@demo.test', 'not-the-password').catch((error: unknown) => (refused = String(error)));
  check('a limit counts what every gateway and API has let through', refused.includes('tooManyRequests'), refused);

  const views = await clients.stop();
  const sent = { count: views.length, duration: views.reduce((sum, view) => sum + view.duration, 0) };
  const kept = await count(
    'select count(*)::int as count, sum(duration_ms)::int as duration from page_views where event_id = any($1::uuid[])',
    [views.map(({ eventId }) => eventId)],
  );
  check(`page views are exact (${sent.count} sent)`, kept.count === sent.count, { sent, kept });
  check('and so are their durations', kept.duration === sent.duration, { sent, kept });

  const counted = () => ask(url, usage, { period: daysAround() }, token);
  // Whoever asks has what was stored last added up, and the replica follows with that too.
  await counted();
  const state =
    'select (select count(*) from page_views)::int as count, (select count(*) from usage_pending)::int as pending';
  const written = await count(state);
  await until('the replica', async () => {
    const { count: there, pending } = await count(state, [], replica.url);
    return there === written.count && pending === 0;
  });
  const followed = JSON.stringify(await counted());
  const readers = await count(
    "select count(*)::int as count from pg_stat_activity where application_name = 'manabook'",
    [],
    replica.url,
  );
  check('reports are read from the replica', (readers.count ?? 0) > 0, readers);
  await replica.end();
  const alone = JSON.stringify(await counted());
  check('and are the same from the main database, once it is gone', alone === followed, { alone, followed });
} catch (error) {
  check('the cluster test runs to its end', false, error instanceof Error ? error.stack : error);
} finally {
  await load?.abandon();
  for (const server of [...servers].reverse()) await server.end('SIGTERM');
  await stopPrograms();
  await store.close();
  await mail.close();
}
if (counts.failed === 0) await rm(folder, { recursive: true, force: true });
else console.log(`Logs are in ${folder}`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
