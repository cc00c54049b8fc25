import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';
import { patience, testLimit, waitedInVain } from './tests/support/patience.ts';

const withoutBrowser = process.env.MANABOOK_NO_BROWSER === '1';

export default defineConfig({
  define: { __LOCALES_VERSION__: '"test"', 'globalThis.__DEV__': 'false' },
  // Vite would take graphql's other build than the packages that Node loads, and two of it do not know each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/support/**', ...(withoutBrowser ? ['tests/browser/**'] : [])],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    // Each has a database, servers and perhaps a browser of its own.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    sequence: { sequencer: LongestFirst },
    testTimeout: testLimit,
    hookTimeout: testLimit,
    // Only a browser's wait in vain, as on a machine that stood still; `npm test` names each test that needed it.
    retry: { count: 1, condition: waitedInVain },
    teardownTimeout: 2 * patience,
    expect: { poll: { timeout: patience } },
    css: false,
  },
});
