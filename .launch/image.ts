import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BUNDLED_PACKAGES, ENTRIES } from './build-steps.ts';

/** Files that the servers and commands read beside their bundles. */
const FILES = ['dist', 'schema/graphql', 'api/ground/db/migrations', 'gateway/explorer', 'locales'];

// The builds' and tests' own files.
const NOT_READ = ['.stamps', 'test-failures', 'test-template', 'test-times.json'].map((name) => `dist/${name}`);

// Packages whose files are read, not imported.
const READ = ['@fontsource/fredoka', '@fontsource/zen-kaku-gothic-new'];

// Packages that are imported in development only.
const NOT_SERVED = ['vite'];

const Manifest = z.looseObject({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  scripts: z.record(z.string(), z.string()).default({}),
});

interface ImageOptions {
  readonly root: string;
  readonly folder: string;
  /** Puts a file into the image; the default copies. A link is enough for an image that is deleted before a file of `root` changes. */
  readonly put?: (from: string, to: string) => void;
}

/**
 * Assembles the content of the container image: the bundles, the files that they read, the packages that they load with
 * their dependencies, and a package.json whose scripts run the bundles. Build-time packages are left out.
 */
export async function assembleImage({ root, folder, put = copyFileSync }: ImageOptions): Promise<void> {
  // These are more than 20,000 files: an asynchronous copy takes twice the processor time.
  const putFolder = (path: string, leftOut: readonly string[]): void => {
    mkdirSync(join(folder, path), { recursive: true });
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      const inside = `${path}/${entry.name}`;
      if (leftOut.includes(inside)) continue;
      if (entry.isDirectory()) putFolder(inside, leftOut);
      else put(join(root, inside), join(folder, inside));
    }
  };
  for (const path of FILES) putFolder(path, NOT_READ);
  // Packages inside a package are listed by themselves.
  for (const path of await packagesOfImage(root)) putFolder(path, [`${path}/node_modules`]);
  await writeFile(join(folder, 'package.json'), JSON.stringify(await manifestOfImage(root), null, 2));
}

async function manifestOfImage(root: string): Promise<object> {
  const { scripts, ...manifest } = await manifestIn(root);
  const sources: readonly (readonly [string, string])[] = Object.entries(ENTRIES);
  const bundled = Object.entries(scripts).flatMap(([name, command]) => {
    const parts = /^tsx (?<source>\S+)(?<rest>.*)$/.exec(command)?.groups;
    // On a clone, setup first installs what the image already contains.
    const source = name === 'setup' ? ENTRIES.setup : parts?.source;
    const bundle = sources.find(([, path]) => path === source)?.[0];
    return bundle ? [[name, `node --enable-source-maps dist/${bundle}.js${parts?.rest ?? ''}`] as const] : [];
  });
  return { name: manifest.name, version: manifest.version, type: 'module', scripts: Object.fromEntries(bundled) };
}

/** The folders of all packages that the bundles load, transitively, relative to the project's root. */
async function packagesOfImage(root: string): Promise<readonly string[]> {
  const text = await readFile(join(root, 'dist', BUNDLED_PACKAGES), 'utf8');
  const names = z.array(z.string()).parse(JSON.parse(text));
  const found = new Set<string>();
  const take = async (name: string, from: string): Promise<void> => {
    const path = await placeOf(root, name, from);
    // An optional package of another platform is not installed.
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = await manifestIn(join(root, path));
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) await take(needed, path);
  };
  for (const name of [...names, ...READ].filter((each) => !NOT_SERVED.includes(each))) await take(name, '');
  return [...found].sort();
}

// Resolves a package as Node does: in the node_modules of the importing folder and of each parent.
async function placeOf(root: string, name: string, from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (await stat(join(root, path, 'package.json')).catch(() => undefined)) return path;
    if (folder === '') return undefined;
  }
}

async function manifestIn(folder: string): Promise<z.output<typeof Manifest>> {
  return Manifest.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
}
