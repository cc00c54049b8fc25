import { keptBrowser, startBrowser, type TestBrowser } from './browser.ts';
import { forTheFile } from './for-the-file.ts';
import { keptWorld } from './kept-world.ts';
import { ownWorld, type WorldOptions, type WorldWithGateway } from './world.ts';

/** The whole product and a browser for the tests of one file. */
export interface Product {
  readonly world: WorldWithGateway;
  readonly browser: TestBrowser;
}

/**
 * The worker's world and browser for the file's tests; called once, beside them. With options the world is the file's
 * own, with `flags` the browser is.
 */
export function startProduct(options?: WorldOptions, flags?: readonly string[]): Product {
  const world = options ? ownWorld(options) : keptWorld();
  return { world, browser: flags ? ownBrowser(flags) : keptBrowser() };
}

function ownBrowser(flags: readonly string[]): TestBrowser {
  const browser = forTheFile(() => startBrowser(flags));
  return { device: (options) => browser().device(options) };
}
