import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { SHUT_DOWN_STEPS } from '#api/ground/db/embedded/server.ts';
import { nodeFlags } from '#launch/node-flags.ts';
import { DRAIN_MS } from '#launch/service.ts';
import type { Setting } from '#schema/settings/setting.ts';
import { settings } from '#schema/settings/table.ts';

const rows: readonly (readonly [string, Setting])[] = Object.entries(settings);

const ComposeService = z.looseObject({
  environment: z.record(z.string(), z.string()).default({}),
  env_file: z.string().optional(),
  command: z.array(z.string()).optional(),
  logging: z.object({ options: z.record(z.string(), z.string()) }),
});
const Compose = z.object({ services: z.record(z.string(), ComposeService) });

const Container = z.looseObject({
  command: z.array(z.string()),
  envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
  livenessProbe: z.unknown().optional(),
  readinessProbe: z.unknown().optional(),
  resources: z.object({ requests: z.object({ cpu: z.string() }), limits: z.object({ memory: z.string() }) }),
});
const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).optional() }),
  data: z.record(z.string(), z.string()).optional(),
  stringData: z.record(z.string(), z.string()).optional(),
  spec: z.looseObject({}).optional(),
});
const Workload = z.object({
  spec: z.object({ template: z.object({ spec: z.object({ containers: z.tuple([Container]) }) }) }),
});

async function compose() {
  return Compose.parse(parse(await readFile('compose.yaml', 'utf8'), { merge: true })).services;
}

async function kubernetes() {
  const documents = parseAllDocuments(await readFile('docs/kubernetes.yaml', 'utf8'));
  for (const { errors } of documents) expect(errors).toEqual([]);
  return documents.map((document) => Manifest.parse(document.toJS()));
}

const isSecretOfOthers = (reader: 'gateway', name: string) => {
  const row = rows.find(([each]) => each === name)?.[1];
  return row?.secret === true && !row.readBy.includes(reader);
};

describe('compose.yaml', () => {
  it('limits the log of every container', async () => {
    for (const [name, { logging }] of Object.entries(await compose()))
      expect(logging.options, name).toMatchObject({ 'max-size': '10m', 'max-file': '2' });
  });

  it('gives the gateway every setting that it reads, and none of the secrets of others', async () => {
    const { gateway } = await compose();
    // A container has its ports, and its settings come from the environment alone.
    const fixed = ['PORT', 'HOST', 'API_PORT', 'API_HOST', 'SETTINGS_FILE'];
    const wanted = rows.filter(([name, row]) => row.means && row.readBy.includes('gateway') && !fixed.includes(name));
    for (const [name] of wanted) expect(gateway?.environment, name).toHaveProperty(name);
    expect(gateway?.env_file).toBeUndefined();
    expect(Object.keys(gateway?.environment ?? {}).filter((name) => isSecretOfOthers('gateway', name))).toEqual([]);
  });

  it('gives the migration the database alone, and the gateway’s token to nobody else', async () => {
    const { migrate, api, worker } = await compose();
    expect(Object.keys(migrate?.environment ?? {})).toEqual(['DATABASE_URL']);
    expect(migrate?.env_file).toBeUndefined();
    for (const service of [api, worker]) expect(service?.environment.METRICS_TOKEN).toBe('');
  });
});

describe('docs/kubernetes.yaml', () => {
  it('runs the same processes as compose.yaml, each with probes, requests and limits', async () => {
    const manifests = await kubernetes();
    const services = await compose();
    const names = manifests.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    expect(names).toEqual(['gateway', 'api', 'worker']);
    for (const manifest of manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind))) {
      const [container] = Workload.parse(manifest).spec.template.spec.containers;
      const imageCommand = ['node', '--enable-source-maps', ...nodeFlags.gateway, 'dist/gateway.js'];
      expect(container.command).toEqual(services[manifest.metadata.name]?.command ?? imageCommand);
      if (manifest.kind === 'Job') continue;
      expect(container.livenessProbe).toMatchObject({ httpGet: { path: '/healthz' } });
      expect(container.readinessProbe).toMatchObject({ httpGet: { path: '/readyz' } });
    }
  });

  it('keeps the secrets from the gateway, and names no setting that does not exist', async () => {
    const manifests = await kubernetes();
    const gateway = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'gateway');
    const [{ envFrom }] = Workload.parse(gateway).spec.template.spec.containers;
    expect(envFrom.flatMap((each) => Object.keys(each))).toEqual(['configMapRef']);
    const given = manifests.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData }));
    for (const name of given) expect(Object.keys(settings)).toContain(name);
    for (const { kind, data } of manifests)
      if (kind === 'ConfigMap')
        for (const name of Object.keys(data ?? {}))
          expect(rows.find(([each]) => each === name)?.[1].secret).toBe(undefined);
  });

  it('replaces all but the gateways first, by the label that docs/upgrading.md names', async () => {
    const selector = /apply -f docs\/kubernetes\.yaml -l 'part!=(\w+)'/.exec(
      await readFile('docs/upgrading.md', 'utf8'),
    );
    const labelled = (await kubernetes()).filter(({ metadata }) => metadata.labels?.['part'] === selector?.[1]);
    expect(labelled.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual(['Deployment gateway']);
  });

  it('lets the number of each process grow by what it uses, and of workers by what waits', async () => {
    const manifests = await kubernetes();
    const scaled = manifests.filter(({ kind }) => ['HorizontalPodAutoscaler', 'ScaledObject'].includes(kind));
    expect(scaled.map(({ metadata }) => metadata.name)).toEqual(['gateway', 'api', 'worker']);
    expect(JSON.stringify(scaled)).toContain('graphile_worker.jobs');
  });
});

describe('the examples of docs/', () => {
  it('lets uploads of 10 MB through nginx as they come, and closes connections before the gateway does', async () => {
    const text = await readFile('docs/nginx.conf', 'utf8');
    for (const line of ['client_max_body_size 12m;', 'proxy_request_buffering off;', 'keepalive_timeout 60s;'])
      expect(text).toContain(line);
  });

  it('gives the commands of the manual the settings of the service, and its file the last word', async () => {
    const unit = await readFile('docs/manabook.service', 'utf8');
    const file = /^EnvironmentFile=(\S+)$/m.exec(unit)?.[1] ?? '';
    const given = /^Environment=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? [];
    const helper = /^ {4}(as\(\).+)$/m.exec(await readFile('docs/running.md', 'utf8'))?.[1] ?? '';
    expect(helper).toContain(file);
    const folder = await mkdtemp(join(tmpdir(), 'manabook-as-'));
    const there = join(folder, 'manabook.env');
    await writeFile(there, "BACKUP_TO=/mnt/backups\nDATA_DIR=/elsewhere\nSCHOOL='A $school of two'\n");
    // Everything but the other user, whom only root can become.
    const script = `runuser() { shift 3; "$@"; }\n${helper.replace(file, there)}\nas env`;
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { env: { PATH: process.env['PATH'] ?? '' } });
    await rm(folder, { recursive: true });
    const seen = stdout.split('\n');
    for (const line of given.filter((each) => !each.startsWith('DATA_DIR='))) expect(seen).toContain(line);
    expect(seen).toEqual(
      expect.arrayContaining(['BACKUP_TO=/mnt/backups', 'DATA_DIR=/elsewhere', 'SCHOOL=A $school of two']),
    );
    expect(helper).toContain('runuser -u manabook -- "$@"');
    expect(unit).toContain('User=manabook');
  });

  it('stops the service before `npm ci` where that removes the running PostgreSQL, in all places that tell of upgrades', async () => {
    const manual = await readFile('docs/running.md', 'utf8');
    const upgrade = 'git pull && npm ci && npm run build';
    expect(manual).toContain(`embedded database, the service is stopped first`);
    expect(manual).toContain(`systemctl stop manabook && ${upgrade} && systemctl start manabook`);
    expect(await readFile('docs/manabook.service', 'utf8')).toMatch(/embedded\n# database .*`systemctl stop manabook`/);
    expect(await readFile('docs/upgrading.md', 'utf8')).toMatch(
      /With the embedded database, stop it\s+before `npm ci`/,
    );
  });

  it('gives the launcher the time to end its three services and the database one after the other', async () => {
    const database = SHUT_DOWN_STEPS.reduce((sum, { wait }) => sum + wait, 0);
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(await readFile('docs/manabook.service', 'utf8')) ?? [];
    // Some seconds more, in which systemd and a busy machine do their part.
    expect(Number(seconds) * 1000).toBeGreaterThanOrEqual(3 * DRAIN_MS + database + 10_000);
  });

  it('lets the nightly backup write where the manual says', async () => {
    const places = (await readFile('docs/backup.md', 'utf8')).match(/(?<=backup -- --to )\S+/g) ?? [];
    expect(new Set(places)).toEqual(new Set(['/mnt/backups']));
    expect(await readFile('docs/manabook.service', 'utf8')).toMatch(/^ReadWritePaths=-\/mnt\/backups$/m);
    expect(await readFile('compose.yaml', 'utf8')).toContain('- /mnt/backups:/mnt/backups');
  });

  it('sets no `replicas`, since the autoscalers do', async () => {
    const deployments = (await kubernetes()).filter(({ kind }) => kind === 'Deployment');
    expect(deployments.map(({ metadata, spec }) => [metadata.name, spec?.replicas])).toEqual([
      ['gateway', undefined],
      ['api', undefined],
      ['worker', undefined],
    ]);
  });
});
