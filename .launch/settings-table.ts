import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Setting } from '#schema/settings/setting.ts';
import { settings } from '#schema/settings/table.ts';

const [begin, end] = ['<!-- settings: made by `npm run docs:settings` -->', '<!-- /settings -->'];

/** The table of docs/settings.md. */
export function settingsTable(): string {
  const rows: readonly (readonly [string, Setting])[] = Object.entries(settings);
  const lines = rows.flatMap(([name, { means, standard, secret }]) =>
    means === undefined
      ? []
      : [`| \`${name}\` | ${means}${secret ? ' (secret)' : ''} | ${standard === undefined ? '' : `\`${standard}\``} |`],
  );
  return ['| Setting | Meaning | Unless set |', '| --- | --- | --- |', ...lines].join('\n');
}

/** Replaces the table between the page's two marks. */
export function withSettingsTable(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error('The page has no marks for the table of settings');
  return `${page.slice(0, from + begin.length)}\n\n${settingsTable()}\n\n${page.slice(to)}`;
}

/** `npm run docs:settings` */
export async function writeSettingsTable(root: string): Promise<void> {
  const path = join(root, 'docs/settings.md');
  const { format, resolveConfig } = await import('prettier');
  const page = withSettingsTable(await readFile(path, 'utf8'));
  await writeFile(path, await format(page, { ...(await resolveConfig(path)), filepath: path }));
}
