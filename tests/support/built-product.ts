import { chromium, type Browser } from 'playwright-core';
import { build } from '#launch/build-steps.ts';
import startDatabase from './global-setup.ts';
import { startWorld, type World, type WorldOptions } from './world.ts';

/** The whole product as it is built, with the demo school; for commands that look at it. */
export async function withBuiltWorld(
  work: (world: World) => Promise<void>,
  options: Omit<WorldOptions, 'onRestart'> = {},
): Promise<void> {
  const progress = { line: console.log, step: <Value>(_text: string, step: () => Promise<Value>) => step() };
  await build({ root: process.cwd(), progress, wanted: 'all' });
  const stopDatabase = await startDatabase();
  // Nothing is set up here, so nothing restarts; but the first-run page shows what it can choose.
  const world = await startWorld({ ...options, onRestart: () => undefined });
  try {
    await work(world);
  } finally {
    await world.close();
    await stopDatabase();
  }
}

/** The same with a browser. */
export const withBuiltProduct = (
  work: (product: { readonly world: World; readonly browser: Browser }) => Promise<void>,
): Promise<void> =>
  withBuiltWorld(async (world) => {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    });
    try {
      await work({ world, browser });
    } finally {
      await browser.close();
    }
  });
