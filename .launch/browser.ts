import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Progress } from './context.ts';
import { runChild } from './run-child.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe', 'msedge.exe'];

const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name];
    return folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [];
  }),
];

/** A Chromium or Chrome to run the browser tests in: the one named, one found, or Debian's when root may install it. */
export async function findBrowser(progress: Progress): Promise<string | undefined> {
  if (process.env.MANABOOK_NO_BROWSER === '1') return undefined;
  const named = process.env.CHROMIUM_PATH;
  if (named) return (await isProgram(named)) ? named : undefined;
  return (await search()) ?? (await installDebians(progress));
}

async function search(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const place of [...places, ...USUAL_PLACES]) if (await isProgram(place)) return place;
  return undefined;
}

async function installDebians(progress: Progress): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !(await isProgram('/usr/bin/apt-get'))) return undefined;
  const aptGet = (...args: string[]) =>
    runChild({
      command: '/usr/bin/apt-get',
      args,
      cwd: '/',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  const failure = await progress.step('Installing Chromium', async () => {
    const update = await aptGet('update');
    const result = await aptGet('install', '-y', '--no-install-recommends', 'chromium');
    return result.code === 0 ? '' : update.output + result.output;
  });
  if (failure) progress.line(failure.trim());
  return search();
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
