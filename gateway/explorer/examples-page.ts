import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Router } from 'express';
import type { Request } from 'express';
import { acceptedLanguage } from '#gateway/http/accepted-language.ts';
import type { Compressed } from '#gateway/http/compressed.ts';
import { compressed, sendCompressed } from '#gateway/http/compressed.ts';
import { nameRoute } from '#gateway/http/request-log.ts';
import type { Language } from '#schema/languages.ts';
import { z } from 'zod';
import { examplesFrame } from './examples-frame.ts';
import { renderMarkdown } from './markdown.ts';

// The page runs no script and loads nothing from other sites.
const policy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/graphql/examples`, made from the Markdown files in this folder below `root`. A test runs the examples. */
export function examplesPage(root: string): Router {
  const folder = join(root, 'gateway', 'explorer');
  const made = new Map<string, Promise<Compressed>>();
  // Each page is made on its first request and cached.
  const once = (name: string, make: () => Promise<string>) => {
    const compressedPage = made.get(name) ?? make().then((text) => compressed(Buffer.from(text)));
    made.set(name, compressedPage);
    return compressedPage;
  };
  const router = Router({ strict: true });
  router.use('/graphql/examples', nameRoute('/graphql/examples'));
  router.get('/graphql/examples', async (request, response) => {
    const language = languageOf(request);
    const page = await once(language, async () =>
      examplesFrame({
        language,
        font: await japaneseFont(root),
        content: renderMarkdown(await readFile(join(folder, `examples.${language}.md`), 'utf8')),
      }),
    );
    response
      .set({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .vary('accept-language')
      .type('html');
    sendCompressed(request, response, page);
  });
  router.get('/graphql/examples.css', async (request, response) => {
    response.set('cache-control', 'no-cache').type('css');
    sendCompressed(request, response, await once('style', () => readFile(join(folder, 'examples.css'), 'utf8')));
  });
  return router;
}

function languageOf(request: Request): Language {
  const { lng } = request.query;
  if (lng === 'en' || lng === 'jp') return lng;
  return acceptedLanguage(request);
}

const manifest = z.object({ 'shared/i18n/japanese-font.ts': z.object({ file: z.string() }) });

/**
 * The address of the web app's Japanese font, under the name that the build gave the file. Undefined without a build:
 * the page then uses the system's font.
 */
async function japaneseFont(root: string): Promise<string | undefined> {
  const text = await readFile(join(root, 'dist', 'web', '.vite', 'explorer.json'), 'utf8').catch(() => '{}');
  const file = manifest.safeParse(JSON.parse(text)).data?.['shared/i18n/japanese-font.ts'].file;
  return file && `/${file}`;
}
