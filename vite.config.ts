import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { iconsByComponent } from './web/build/icons-by-component.ts';
import { leanRouter } from './web/build/lean-router.ts';
import { localesVersion } from './web/build/locales-version.ts';
import { offlineFiles } from './web/build/offline-files.ts';
import { oldestBrowsers } from './web/build/oldest-browsers.ts';
import { pictureFirst } from './web/build/picture-first.ts';
import { plainPrinter } from './web/build/plain-printer.ts';
import { precompress } from './web/build/precompress.ts';
import { staffGroups } from './web/build/staff-groups.ts';
import { studentFirst } from './web/build/student-first.ts';

// What both rooms start with, and small rules that both go by.
const boot =
  /node_modules[\\/](react-)?i18next|web[\\/](paths|shared[\\/](apollo|telemetry[\\/]report|logo|notice|reload-once|route-error|signal-within|start|storage|title|i18n[\\/](i18n|languages|words|words-from-server)))\b|schema[\\/]rules[\\/](profile-name|visible-text)/;

export default defineConfig({
  root: 'web',
  plugins: [react(), leanRouter(), plainPrinter(), iconsByComponent(), pictureFirst(), offlineFiles(), precompress()],
  // RxJS as it is written, without what it needs to be for browsers of 2015.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  define: { 'globalThis.__DEV__': 'false', __LOCALES_VERSION__: JSON.stringify(localesVersion()) },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: ['es2022', ...oldestBrowsers()],
    manifest: true,
    sourcemap: false,
    // A data: font or picture would ride along with code that may never need it.
    assetsInlineLimit: 0,
    // Before Safari 17 the files of the first page are asked for a step later; all others are spared a file.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: 'web/index.html',
        student: 'web/student.html',
        'service-worker': 'web/offline/service-worker.ts',
      },
      output: {
        // A service worker rules over the folder it lies in, and is asked for by one name for ever.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          // A file costs a kilobyte of headers and its turn on the line, so what a room always needs travels together.
          groups: [
            {
              name: 'react',
              test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
            },
            { name: 'apollo', test: /node_modules[\\/](@apollo|graphql|rxjs|@wry|optimism)[\\/]/ },
            { name: 'boot', test: boot },
            // What both rooms import: left to itself it would follow the students' code, and staff with it.
            { name: 'sending', test: /web[\\/]shared[\\/](uploads[\\/]use-|pictures)|schema[\\/]rules[\\/]files/ },
            { name: 'embeds', test: /web[\\/]shared[\\/](embeds[\\/]|url-of)|schema[\\/]rules[\\/]embeds/ },
            { name: 'art', test: /web[\\/]shared[\\/]art[\\/]/ },
            { name: 'student', test: studentFirst },
            ...staffGroups,
          ],
        },
      },
    },
  },
});
