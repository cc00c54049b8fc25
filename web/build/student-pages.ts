import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { patterns } from '../shared/paths.ts';
import { localesVersion } from './locales-version.ts';

/** The file for the gateway (gateway/pages/student-page.ts). Its folder is not served. */
const fileName = '.vite/student-pages.json';
/** The locale files with which i18next starts on a student's address (web/shared/i18n/i18n.ts). */
const namespaces = ['common', 'messages', 'student'];

/** The texts of a page of the book as it is before the scripts run (gateway/pages/early-page.ts). */
const shownEarly = [...['unitNumber', 'page', 'previousPage', 'nextPage'], ...['listen', 'slow', 'zoomOut', 'zoomIn']];

const routeMap = fileURLToPath(new URL('../student/routes.tsx', import.meta.url));
const lazyRoute = /path: patterns\.(\w+), lazy: \(\) => import\('\.\/([^']+)'\)/g;

type Bundle = Parameters<Extract<Plugin['generateBundle'], (...given: never[]) => unknown>>[1];

/**
 * Lists what each address of the students' pages needs beside the files of student.html: the chunks and style sheets of
 * its screen, and the texts of each language. The gateway names them in the page, so that the browser loads them beside
 * the entry script and not after it.
 */
export function studentPages(): Plugin {
  return {
    name: 'manabook-student-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const first = filesOf(bundle, 'web/student.html');
        const pages = [...readFileSync(routeMap, 'utf8').matchAll(lazyRoute)].map(([, name = '', screen = '']) => {
          const files = filesOf(bundle, `web/student/${screen}`);
          const added = [...files].filter((file) => !first.has(file)).map((file) => `/${file}`);
          if (!(name in patterns) || added.length === 0) this.error(`the route ${name} has no chunk of its own`);
          return {
            path: patterns[name as keyof typeof patterns],
            scripts: added.filter((file) => file.endsWith('.js')),
            styles: added.filter((file) => file.endsWith('.css')),
          };
        });
        const inBoth = <Value>(of: (language: string) => Value) => ({ en: of('en'), jp: of('jp') });
        const list = { pages, words: inBoth(wordsIn), texts: inBoth(textsIn) };
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(list) });
      },
    },
  };
}

const wordsIn = (language: string): string[] =>
  namespaces.map((namespace) => `/locales/${language}/${namespace}.json?v=${localesVersion()}`);

function textsIn(language: string): Record<string, string> {
  const texts = JSON.parse(readFileSync(`locales/${language}/student.json`, 'utf8')) as Record<string, string>;
  return Object.fromEntries(shownEarly.map((key) => [key, texts[key] ?? '']));
}

/** The files that a module's chunk loads with its static imports, itself included. */
function filesOf(bundle: Bundle, module: string): Set<string> {
  const found = new Set<string>();
  const take = (file: string): void => {
    const chunk = bundle[file];
    if (found.has(file) || chunk?.type !== 'chunk') return;
    found.add(file);
    for (const imported of chunk.imports) take(imported);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
  };
  for (const [file, chunk] of Object.entries(bundle))
    if (chunk.type === 'chunk' && chunk.facadeModuleId?.replaceAll('\\', '/').endsWith(`/${module}`)) take(file);
  return found;
}
