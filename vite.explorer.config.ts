import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { localesVersion } from './web/build/locales-version.ts';
import { oldestBrowsers } from './web/build/oldest-browsers.ts';
import { precompress } from './web/build/precompress.ts';

// A separate build after the web app's, into the same folder. In one build, the students' pages would load the parts of
// graphql-js that only the explorer needs.
export default defineConfig({
  root: 'web',
  publicDir: false,
  plugins: [react(), precompress()],
  define: { 'globalThis.__DEV__': 'false', __LOCALES_VERSION__: JSON.stringify(localesVersion()) },
  build: {
    outDir: '../dist/web',
    emptyOutDir: false,
    target: ['es2022', ...oldestBrowsers()],
    manifest: '.vite/explorer.json',
    sourcemap: false,
    assetsInlineLimit: 0,
    // One page that few open: a second file, which outlives a deployment, and no more.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: { explorer: 'web/explorer/index.html' },
      output: {
        codeSplitting: {
          groups: [{ name: 'explorer-editor', test: /node_modules[\\/](@?codemirror|@lezer|cm6-graphql|graphql)/ }],
        },
      },
    },
  },
});
