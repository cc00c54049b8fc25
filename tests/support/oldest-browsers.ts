import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';

const packageFile = z.object({ browserslist: z.array(z.string()) });
const mdnNames: Readonly<Record<string, string>> = { ios_saf: 'safari_ios' };

/** The oldest version of each browser that the product is for, by MDN's names, as package.json lists them. */
const oldest = packageFile
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  .browserslist.map((line) => line.split(' >= '))
  .map(([name = '', version = '']) => ({ browser: mdnNames[name] ?? name, version: Number.parseFloat(version) }));

const versionOf = z.union([z.string(), z.boolean(), z.null()]).optional();
const versionIn = (stated: z.infer<typeof versionOf>) => Number.parseFloat(String(stated).replace('≤', ''));
const statement = z.looseObject({ version_added: versionOf, version_removed: versionOf });
const compat = z.object({ support: z.record(z.string(), z.union([statement, z.array(statement)])) });
type Feature = Readonly<Record<string, unknown>>;

/** Whether every oldest browser has a feature under its plain name, without a flag. */
function isInAll(feature: Feature): boolean {
  const known = compat.safeParse(feature['__compat']);
  if (!known.success) return true;
  return oldest.every(({ browser, version }) =>
    [known.data.support[browser] ?? []].flat().some((one) => {
      const since = versionIn(one.version_added);
      const until = one.version_removed === undefined ? Infinity : versionIn(one.version_removed);
      return since <= version && version < until && !['flags', 'prefix', 'alternative_name'].some((key) => key in one);
    }),
  );
}

/** What one of the oldest browsers lacks, as `Array.toSorted`; a static member of a web API is `URL.canParse_static`. */
export function missingSomewhere(): readonly string[] {
  const file = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
  const { api, javascript } = z
    .object({ api: z.record(z.string(), z.unknown()), javascript: z.looseObject({ builtins: z.unknown() }) })
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  return [api, javascript.builtins].flatMap((things) => missingIn(things, ''));
}

const isFeature = (value: unknown): value is Feature => typeof value === 'object' && value !== null;

function missingIn(things: unknown, within: string): string[] {
  if (!isFeature(things)) return [];
  return Object.entries(things).flatMap(([key, feature]) => {
    if (!/^[A-Za-z]\w*$/.test(key) || !isFeature(feature)) return [];
    const path = `${within}${key}`;
    return isInAll(feature) ? missingIn(feature, `${path}.`) : [path];
  });
}

/** Computed once: MDN's table has 17 MB. */
let missing: readonly string[] | undefined;

/** Takes from a device's pages whatever one of the oldest browsers lacks. */
export const growOld = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    (paths) => {
      const ownerOf = (names: readonly string[]): unknown =>
        names.reduce<unknown>((owner, name) => (owner as Record<string, unknown> | undefined)?.[name], globalThis);
      for (const path of paths) {
        const names = path.split('.');
        const [last = '', isStatic] = (names.pop() ?? '').split('_');
        const owner = ownerOf(names) as { prototype?: object } | undefined;
        const ofInstances = isStatic === undefined ? [owner?.prototype, names.join() === 'Window' && globalThis] : [];
        for (const one of [owner, ...ofInstances])
          if (one && Object.hasOwn(one, last)) Reflect.deleteProperty(one, last);
      }
    },
    (missing ??= missingSomewhere()),
  );

/** Whether the page lacks what the oldest browsers lack. */
export const isOld = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('!("any" in AbortSignal || "toSorted" in Array.prototype)');
