import { afterAll, beforeAll } from 'vitest';
import { startBrowser, type TestBrowser } from './browser.ts';
import { startWorld, type WorldOptions, type WorldWithGateway } from './world.ts';

/** The whole product and a browser for the tests of one file. */
export interface Product {
  readonly world: WorldWithGateway;
  readonly browser: TestBrowser;
}

/** Starts both before the file's tests and ends them after; called once, beside the tests. `flags` are the browser's. */
export function startProduct(options?: WorldOptions, flags?: readonly string[]): Product {
  let started: Product | undefined;
  const running = (): Product => {
    if (!started) throw new Error('The product starts before the tests, not while they are gathered');
    return started;
  };
  beforeAll(async () => {
    const [world, browser] = await Promise.all([startWorld(options), startBrowser(flags)]);
    started = { world, browser };
  });
  afterAll(async () => {
    await started?.browser.close();
    await started?.world.close();
  });
  return {
    get world() {
      return running().world;
    },
    get browser() {
      return running().browser;
    },
  };
}
