import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { patience, testLimit } from './tests/support/patience.ts';

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
    maxWorkers: 2,
    testTimeout: testLimit,
    hookTimeout: testLimit,
    expect: { poll: { timeout: patience } },
    css: false,
  },
});
