import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { iconsByComponent } from './web/build/icons-by-component.ts';
import { leanRouter } from './web/build/lean-router.ts';
import { localesVersion } from './web/build/locales-version.ts';
import { offlineFiles } from './web/build/offline-files.ts';
import { oldestBrowsers } from './web/build/oldest-browsers.ts';
import { plainMasks } from './web/build/plain-masks.ts';
import { pictureFirst } from './web/build/picture-first.ts';
import { plainPrinter } from './web/build/plain-printer.ts';
import { precompress } from './web/build/precompress.ts';
import { staffGroups } from './web/build/staff-groups.ts';
import { childHere, studentFirst } from './web/build/student-first.ts';
import { studentPages } from './web/build/student-pages.ts';

// The chunk with which both rooms start, and small rules that both use.
const boot =
  /node_modules[\\/](react-)?i18next|web[\\/]shared[\\/](paths|apollo|telemetry[\\/]report|listeners|logo|pages[\\/](notice|route-error)|random-uuid|reload-once|signal-within|start|storage|title|chunk-loading|is-object|on-return|use-idempotency-key|use-picture-failure|i18n[\\/](i18n|languages|words|words-from-server))\b|schema[\\/](languages|rules[\\/](profile-name|visible-text))\b/;

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    leanRouter(),
    plainPrinter(),
    plainMasks(),
    iconsByComponent(),
    pictureFirst(),
    offlineFiles(),
    studentPages(),
    precompress(),
  ],
  // RxJS's modern source, without the polyfills for browsers of 2015.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  define: { 'globalThis.__DEV__': 'false', __LOCALES_VERSION__: JSON.stringify(localesVersion()) },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: ['es2022', ...oldestBrowsers()],
    manifest: true,
    sourcemap: false,
    // No inlined assets: a font or picture inside a chunk would load even when it is not needed.
    assetsInlineLimit: 0,
    // No polyfill for modulepreload: before Safari 17 the first page's chunks load one step later, and all other
    // browsers save a file.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: 'web/index.html',
        student: 'web/student.html',
        'service-worker': 'web/offline/service-worker.ts',
      },
      output: {
        // A service worker controls the folder it lies in, and its address must never change.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          // Each file costs a kilobyte of headers and a request, so code that a room always needs is one chunk.
          groups: [
            {
              name: 'react',
              test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
            },
            { name: 'apollo', test: /node_modules[\\/](@apollo|graphql|rxjs|@wry|optimism)[\\/]/ },
            { name: 'boot', test: boot },
            // Code that both rooms import. Without a group it would land in the students' chunk, and staff would load
            // that.
            { name: 'sending', test: /web[\\/]shared[\\/]pictures|schema[\\/]rules[\\/]files/ },
            { name: 'embeds', test: /web[\\/]shared[\\/]embeds[\\/]|schema[\\/]rules[\\/](embeds|url-of)/ },
            { name: 'players', test: /web[\\/]shared[\\/]players[\\/]/ },
            { name: 'qr', test: /web[\\/]shared[\\/]qr|node_modules[\\/](qrcode|dijkstrajs)[\\/]/ },
            { name: 'art', test: /web[\\/]shared[\\/]art[\\/](?!stamps)/ },
            { name: 'stamps', test: /web[\\/]shared[\\/]art[\\/]stamps/ },
            { name: 'student', test: studentFirst },
            { name: 'child-here', test: childHere },
            ...staffGroups,
          ],
        },
      },
    },
  },
});
