import { readFileSync } from 'node:fs';
import { z } from 'zod';

const names: Readonly<Record<string, string>> = { ios_saf: 'ios' };

/** The oldest supported browsers from package.json, by Vite's names, as the target of scripts and styles. */
export function oldestBrowsers(): string[] {
  const { browserslist } = z
    .object({ browserslist: z.array(z.string().regex(/^\w+ >= [\d.]+$/)) })
    .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));
  return browserslist.map((line) => {
    const [name = '', version = ''] = line.split(' >= ');
    return `${names[name] ?? name}${version}`;
  });
}
