import { createHash } from 'node:crypto';
import { localesVersion } from './locales-version.ts';
import type { Plugin } from 'vite';

const worker = 'service-worker.js';
/** The locale files that a child's pages use. */
const namespaces = ['common', 'messages', 'student', 'record', 'posting', 'sending', 'scan', 'check'];
const languages = ['en', 'jp'];

/** The font and the background of every page; other fonts are cached when a page uses them. */
const ofAllPages = /fredoka-latin-wght|(?:meadow|clouds)-[\w-]+\.svg$/;

/** A script that a chunk starts beside the page, as an audio worklet, is an asset of the chunk. */
const script = /\.js$/;

interface File {
  readonly url: string;
  /** Null when the file's name contains a hash of its content. */
  readonly revision: string | null;
}

/**
 * Lists the files of the students' pages for the service worker: the chunks that their screens import, the scripts of
 * their worklets, style sheets, fonts, texts, and the page itself.
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
          for (const asset of chunk.viteMetadata?.importedAssets ?? []) if (script.test(asset)) take(asset);
        };
        for (const [file, chunk] of Object.entries(bundle)) {
          if (chunk.type === 'chunk' ? file !== worker && isForStudents(chunk) : ofAllPages.test(file)) take(file);
        }
        const page = bundle['student.html'];
        const workerChunk = bundle[worker];
        if (page?.type !== 'asset' || workerChunk?.type !== 'chunk')
          this.error('the page or its service worker is missing');
        const revision = createHash('sha256').update(page.source).digest('hex').slice(0, 16);
        const files: File[] = [
          { url: '/student.html', revision },
          ...[...found].sort().map((file) => ({ url: `/${file}`, revision: null })),
          ...wordFiles(),
        ];
        workerChunk.code = workerChunk.code.replace('__OFFLINE_FILES__', () => JSON.stringify(files));
      },
    },
  };
}

/** Large files that are useless offline. */
const onlineOnly = /[\\/]web[\\/]student[\\/]features[\\/]scanner[\\/]|make-video|code-scanner/;
/** Includes the code for uploads: a work that was made offline is sent without a reload. */
const forStudents = /[\\/]web[\\/](?:student[\\/]|shared[\\/](?:i18n[\\/]japanese-font|uploads[\\/]send-form))/;

interface Chunk {
  readonly isEntry: boolean;
  readonly moduleIds: readonly string[];
  /** The module that the chunk stands for. A facade whose code is in another chunk holds no modules. */
  readonly facadeModuleId: string | null;
}

/** Whether a chunk is the students' entry, or contains only students' code. */
function isForStudents({ isEntry, moduleIds, facadeModuleId }: Chunk): boolean {
  const ids = facadeModuleId === null ? moduleIds : [...moduleIds, facadeModuleId];
  // The entry of the staff app also imports staff code.
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
