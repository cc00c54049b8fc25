import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Product } from './product.ts';

const text = /\.(?:js|css|html|json|webmanifest)$/;
const compressed = /\.(?:br|gz)$/;

/** How the scripts of the next build are named. */
export const isOfNextBuild = (address: string): boolean => address.endsWith('-next.js');

/**
 * The next build for all tests of a file. Each test begins with the gateway on this build; `serve` gives it the next one,
 * which is in the folder of `root`. Call it once, outside the tests.
 */
export function ownNextBuild({ world }: Pick<Product, 'world'>) {
  let root = '';
  beforeAll(async () => {
    root = await nextBuild();
  });
  beforeEach(() => world.changeGateway({}));
  afterAll(() => rm(root, { recursive: true, force: true }));
  return { root: () => root, serve: () => world.changeGateway({ root }) };
}

/** A folder with the built web app in which every script has another name, as a change of the code gives them. */
async function nextBuild(root = process.cwd()): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'manabook-build-'));
  const web = join(folder, 'dist', 'web');
  const assets = join(web, 'assets');
  await mkdir(join(folder, 'dist'));
  // The compressed copies hold the old names.
  await cp(join(root, 'dist', 'web'), web, { recursive: true, filter: (source) => !compressed.test(source) });
  for (const shared of ['schema', 'locales']) await symlink(join(root, shared), join(folder, shared));
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const nextNames = new Map(scripts.map((name) => [name, name.replace(/\.js$/, '-next.js')]));
  for (const [name, next] of nextNames) await rename(join(assets, name), join(assets, next));
  for (const at of [web, assets, join(web, '.vite')]) {
    for (const name of (await readdir(at)).filter((one) => text.test(one))) {
      const written = await readFile(join(at, name), 'utf8');
      const next = written
        .replaceAll(/[\w.-]+\.js\b/g, (found) => nextNames.get(found) ?? found)
        // What the service worker knows the page by.
        .replace(/(student\.html","revision":")\w/, '$1next-');
      if (next !== written) await writeFile(join(at, name), next);
    }
  }
  return folder;
}
