import { afterAll, beforeAll } from 'vitest';
import { keptBrowser, startBrowser, type StartedBrowser, type TestBrowser } from './browser.ts';
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
  let started: StartedBrowser | undefined;
  beforeAll(async () => {
    started = await startBrowser(flags);
  });
  afterAll(async () => started?.close());
  return {
    device: (options) => {
      if (!started) throw new Error('The browser starts before the tests, not while they are gathered');
      return started.device(options);
    },
  };
}
