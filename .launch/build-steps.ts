import { writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import type { Progress } from './context.ts';
import { LaunchProblem } from './problem.mjs';
import { replaceFolder } from './replace-folder.ts';
import { clearStamp, filesIn, fingerprint, isFresh, setStamp } from './stamps.ts';
import { runTool } from './tool.ts';

interface Step {
  readonly name: string;
  readonly title: string;
  readonly inputs: string[];
  /** Filters the input files; all files by default. */
  readonly only?: RegExp;
  run(root: string): Promise<void>;
  outputs(root: string): Promise<string[]>;
}

const PACKAGES = ['package.json', 'package-lock.json', 'tsconfig.json'];

const codegen: Step = {
  name: 'codegen',
  title: 'Generating types',
  inputs: ['codegen.ts', 'schema', 'gateway/graphql', 'web', ...PACKAGES],
  // Of the web app, only the operations and the code that lists them matter here.
  only: /^(?!web\/)|\.graphql$|^web\/build\//,
  run: (root) =>
    runTool({ root, pack: '@graphql-codegen/cli', bin: 'graphql-codegen', args: ['--config', 'codegen.ts'] }),
  outputs: async (root) => {
    const files = await Promise.all(['schema', 'gateway', 'web', 'api'].map((folder) => filesIn(root, folder)));
    return files.flat().filter((file) => /\.generated\.\w+$/.test(file));
  },
};

/** The list in `dist/` of the packages that the bundles load. */
export const BUNDLED_PACKAGES = 'packages.json';

/** Programs that start for each file. They hold their packages: to find and load those would take as long as a file. */
const WHOLE_PROGRAMS = {
  recast: 'api/ground/media/recast/main.ts',
  table: 'api/ground/csv/apart/main.ts',
} as const;

/** The other bundles by name. */
const SERVERS = {
  api: 'api/app/main.ts',
  worker: 'api/app/worker/main.ts',
  gateway: 'gateway/main.ts',
  migrate: 'api/app/commands/migrate.ts',
  doctor: 'api/app/system/doctor.ts',
  nightly: 'api/app/commands/nightly.ts',
  storage: 'api/app/commands/storage.ts',
  usage: 'api/app/commands/usage.ts',
  backup: 'api/app/backup/main.ts',
  restore: 'api/app/backup/restore-main.ts',
  setup: 'api/app/setup/main.ts',
  'leave-demo': 'api/app/demo/main.ts',
  keys: 'api/app/keys/main.ts',
  'move-database': 'api/app/backup/move-main.ts',
  upgrade: 'api/app/backup/upgrade-main.ts',
} as const;

/** The bundles in `dist/` by name: the processes, and the commands of an installation. */
export const ENTRIES = { ...SERVERS, ...WHOLE_PROGRAMS } as const;

const servers: Step = {
  name: 'servers',
  title: 'Building the servers',
  inputs: ['api', 'gateway', 'schema', ...PACKAGES],
  run: bundleServers,
  outputs: async () => [...Object.keys(ENTRIES).map((name) => `dist/${name}.js`), `dist/${BUNDLED_PACKAGES}`],
};

const web: Step = {
  name: 'web',
  title: 'Building the web app',
  inputs: ['web', 'schema', 'locales', 'vite.config.ts', 'vite.explorer.config.ts', ...PACKAGES],
  run: (root) =>
    replaceFolder(join(root, 'dist', 'web'), async (folder) => {
      const vite = { root, pack: 'vite', bin: 'vite', env: { NODE_ENV: 'production' } };
      await runTool({ ...vite, args: ['build', '--outDir', folder] });
      await runTool({ ...vite, args: ['build', '--config', 'vite.explorer.config.ts', '--outDir', folder] });
    }),
  outputs: async () => ['dist/web/index.html', 'dist/web/explorer/index.html'],
};

/** What a command needs: everything, or only the generated types when it runs the sources. */
export type Wanted = 'all' | 'types';

/** The environment variable that is set while tests run. What tests start must not change the build that they use. */
export const TESTS_RUN = 'MANABOOK_TESTS_RUN';

/** Builds what is missing or older than its sources. While tests run, it refuses to: other tests are using the build. */
export async function build({ root, progress, wanted }: { root: string; progress: Progress; wanted: Wanted }) {
  for (const step of wanted === 'all' ? [codegen, servers, web] : [codegen]) {
    if (await isFresh({ root, step: step.name, inputs: await inputsOf(step, root) })) continue;
    if (process.env[TESTS_RUN] !== undefined)
      throw new LaunchProblem(
        `The build is older than its sources (${step.title}), and tests are using it.\nEnd the tests, run "npm run build", then start them again.`,
      );
    await progress.step(step.title, () => make(step, root));
  }
}

/** Whether the servers in `dist/` are up to date with the sources. */
export async function areServersBuilt(root: string): Promise<boolean> {
  return isFresh({ root, step: servers.name, inputs: await inputsOf(servers, root) });
}

/** Generates the types again when their inputs have changed. */
export async function generateTypes(root: string): Promise<void> {
  if (await isFresh({ root, step: codegen.name, inputs: await inputsOf(codegen, root) })) return;
  await make(codegen, root);
}

async function make(step: Step, root: string): Promise<void> {
  const inputs = await inputsOf(step, root);
  await clearStamp(root, step.name);
  await step.run(root);
  await setStamp({ root, step: step.name, inputs, outputs: await step.outputs(root) });
}

function inputsOf({ inputs, only }: Step, root: string): Promise<string> {
  return fingerprint({ root, paths: inputs, only });
}

async function bundleServers(root: string): Promise<void> {
  const how = {
    absWorkingDir: root,
    outdir: join(root, 'dist'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'silent',
    metafile: true,
  } as const;
  const [{ metafile }] = await Promise.all([
    bundle({ ...how, entryPoints: SERVERS, packages: 'external' }),
    bundle({ ...how, entryPoints: WHOLE_PROGRAMS }),
  ]).catch((error: unknown) => {
    throw new LaunchProblem(error instanceof Error ? error.message : String(error));
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const outside = imports
    .filter(({ path, external }) => external && !isBuiltin(path))
    .map(({ path }) => packageOf(path));
  await writeFile(join(root, 'dist', BUNDLED_PACKAGES), JSON.stringify([...new Set(outside)].sort()));
}

// `@scope/name/file` and `name/file` are files of packages.
function packageOf(path: string): string {
  return path.split('/', path.startsWith('@') ? 2 : 1).join('/');
}
