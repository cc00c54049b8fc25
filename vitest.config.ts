import { defineConfig } from 'vitest/config';

const withoutBrowser = process.env.MANABOOK_NO_BROWSER === '1';

export default defineConfig({
  define: { __LOCALES_VERSION__: '"test"', 'globalThis.__DEV__': 'false' },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/support/**', ...(withoutBrowser ? ['tests/browser/**'] : [])],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    css: false,
  },
});
