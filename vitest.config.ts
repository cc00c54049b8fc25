import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';
import { patience, testLimit } from './tests/support/patience.ts';

const withoutBrowser = process.env.MANABOOK_NO_BROWSER === '1';
const inBrowser = 'tests/browser/**/*.test.ts';

const setUps = ['own-fetch.ts', 'times/measure.ts', 'failures/tell.ts'].map((name) => `tests/support/${name}`);

/** A project of the run. Projects do not extend the root configuration: each would run the global setup again. */
function project(test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    define: { __LOCALES_VERSION__: '"test"', 'globalThis.__DEV__': 'false' },
    // Vite would take graphql's other build than the packages that Node loads, and two of it do not know each other's types.
    resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
    test: {
      pool: 'forks',
      // The test files of a worker share its loaded modules, its world and its browser.
      isolate: false,
      // As the API's own flag: the garbage of answers and rows is collected while it is young.
      execArgv: ['--max-semi-space-size=64'],
      // Each worker has a database, servers and perhaps a browser; four take 6 GB together. There are two more workers than
      // processors, since a worker waits for a third of its time or more.
      maxWorkers: Math.min(5, availableParallelism() + 2, Math.max(1, Math.floor(totalmem() / 2 ** 31))),
      testTimeout: testLimit,
      hookTimeout: testLimit,
      expect: { poll: { timeout: patience } },
      css: false,
      // The message of a failure names every flaw, also when the test passes at its second try.
      chaiConfig: { truncateThreshold: 0 },
      ...test,
      setupFiles: [...setUps, ...(test?.setupFiles ?? [])],
    },
  };
}

/**
 * Where transformed modules stay. Vitest empties a folder of another lockfile and then fails to write into the folder, so
 * each lockfile has its own.
 */
const modulesOfLockfile = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex').slice(0, 16);

const inPage = 'tests/web/**/*.test.{ts,tsx}';

const codeAndServers = project({
  name: 'code and servers',
  include: ['tests/**/*.test.ts'],
  exclude: ['tests/support/**', inBrowser, inPage],
});

/**
 * A page waits for servers and timers, and the machine may stall, so a failed test runs a second time. `npm test` names
 * each test that passed only then, and why.
 */
const onceMore = { retry: 1 };

/** The timers that a page has: Node's immediates must go on, because the stand-in for a browser's database waits for them. */
const timersOfPage = [
  ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const),
  ...(['requestAnimationFrame', 'cancelAnimationFrame', 'requestIdleCallback', 'cancelIdleCallback'] as const),
];

/** These tests have a DOM beside Node's globals (tests/support/dom.ts); tests of servers must not. */
const pages = project({
  name: 'pages',
  include: [inPage],
  setupFiles: ['tests/support/page.ts'],
  fakeTimers: { toFake: timersOfPage },
  ...onceMore,
});

const browser = project({ name: 'browser', include: [inBrowser], ...onceMore });

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    teardownTimeout: 2 * patience,
    // What has been transformed stays on the disk for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: `node_modules/.vitest-modules/${modulesOfLockfile}` },
    projects: withoutBrowser ? [codeAndServers, pages] : [codeAndServers, pages, browser],
  },
});
