import { createHash } from 'node:crypto';
import { localesVersion } from './locales-version.ts';
import type { Plugin } from 'vite';

const worker = 'service-worker.js';
/** The locale files that a child's pages use. */
const namespaces = ['common', 'messages', 'student', 'record', 'posting', 'sending', 'scan'];
const languages = ['en', 'jp'];

/** The font and the background of every page; other fonts are cached when a page uses them. */
const ofAllPages = /fredoka-latin-wght|(?:meadow|clouds)-[\w-]+\.svg$/;

interface File {
  readonly url: string;
  /** Null where the name changes with the content. */
  readonly revision: string | null;
}

/**
 * Tells the service worker which files the students' pages are made of: what their screens import, at once or later, their
 * style sheets and letters, the words, and the page itself.
 */
export function offlineFiles(): Plugin {
  return {
    name: 'manabook-offline-files',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const found = new Set<string>();
        const take = (file: string): void => {
          const chunk = bundle[file];
          if (found.has(file) || !chunk) return;
          found.add(file);
          if (chunk.type !== 'chunk') return;
          for (const imported of chunk.imports) take(imported);
          for (const sheet of chunk.viteMetadata?.importedCss ?? []) take(sheet);
        };
        for (const [file, chunk] of Object.entries(bundle)) {
          if (chunk.type === 'chunk' ? file !== worker && isForStudents(chunk) : ofAllPages.test(file)) take(file);
        }
        const page = bundle['student.html'];
        const script = bundle[worker];
        if (page?.type !== 'asset' || script?.type !== 'chunk') this.error('the page or its service worker is missing');
        const revision = createHash('sha256').update(page.source).digest('hex').slice(0, 16);
        const files: File[] = [
          { url: '/student.html', revision },
          ...[...found].sort().map((file) => ({ url: `/${file}`, revision: null })),
          ...wordFiles(),
        ];
        script.code = script.code.replace('__OFFLINE_FILES__', () => JSON.stringify(files));
      },
    },
  };
}

/** Large files that are of no use without a network. */
const onlineOnly = /[\\/]web[\\/]student[\\/]features[\\/](?:check|scanner)[\\/]|make-film/;
const forStudents = /[\\/]web[\\/](?:student[\\/]|shared[\\/]i18n[\\/]japanese-font)/;

interface Chunk {
  readonly isEntry: boolean;
  readonly moduleIds: readonly string[];
  /** The module that it stands for. One whose code lies in another chunk is a name alone, and holds no modules. */
  readonly facadeModuleId: string | null;
}

/** The students' first file, and whatever was written for them: screens and what they load when it is wanted. */
function isForStudents({ isEntry, moduleIds, facadeModuleId }: Chunk): boolean {
  const ids = facadeModuleId === null ? moduleIds : [...moduleIds, facadeModuleId];
  // The entry of the staff app imports staff code.
  if (isEntry) return facadeModuleId?.endsWith('student.html') ?? false;
  return ids.some((id) => forStudents.test(id)) && !ids.some((id) => onlineOnly.test(id));
}

const wordFiles = (): File[] =>
  languages.flatMap((language) =>
    namespaces.map((namespace) => ({
      url: `/locales/${language}/${namespace}.json?v=${localesVersion()}`,
      revision: null,
    })),
  );
