import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Progress } from './context.ts';
import { runChild } from './run-child.mjs';

/** Chromium without windows. A simulated device takes half as much CPU time in it as in the whole browser. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe', 'msedge.exe'];

const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name];
    return folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [];
  }),
];

/**
 * The browser of the browser tests: the one that CHROMIUM_PATH names, else Chromium's headless shell, which root gets from
 * Debian's packages, else a Chromium or Chrome that is installed.
 */
export async function findBrowser(progress: Progress): Promise<string | undefined> {
  if (process.env.MANABOOK_NO_BROWSER === '1') return undefined;
  const named = process.env.CHROMIUM_PATH;
  if (named) return (await isProgram(named)) ? named : undefined;
  const shell = await search([SHELL]);
  if (shell) return shell;
  const whole = await search(NAMES, USUAL_PLACES);
  // The package lists are updated only when the tests would have no browser at all.
  await installShell(progress, { update: whole === undefined });
  return (await search([SHELL])) ?? whole;
}

async function search(names: readonly string[], usual: readonly string[] = []): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const place of [...places, ...usual]) if (await isProgram(place)) return place;
  return undefined;
}

async function installShell(progress: Progress, { update }: { readonly update: boolean }): Promise<void> {
  if (process.getuid?.() !== 0 || !(await isProgram('/usr/bin/apt-get'))) return;
  // Without a network, apt-get fails within seconds.
  const shortTimeouts = [
    '-o',
    'Acquire::Retries=0',
    '-o',
    'Acquire::http::Timeout=10',
    '-o',
    'Acquire::https::Timeout=10',
  ];
  const aptGet = (...args: string[]) =>
    runChild({
      command: '/usr/bin/apt-get',
      args: [...shortTimeouts, ...args],
      cwd: '/',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  const failure = await progress.step("Installing Chromium's headless shell", async () => {
    const updated = update ? (await aptGet('update')).output : '';
    const installed = await aptGet('install', '-y', '--no-install-recommends', SHELL);
    return installed.code === 0 ? '' : updated + installed.output;
  });
  // With another browser installed, the tests run without the shell.
  if (failure && update) progress.line(failure.trim());
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
