import type { Request, RequestHandler } from 'express';
import { acceptedLanguage } from '#gateway/http/accepted-language.ts';
import { compressed, sendCompressed, type Compressed } from '#gateway/http/compressed.ts';
import { sendJson } from '#gateway/pipeline/send.ts';
import type { Language } from '#schema/languages.ts';
import type { BuiltPages } from './built-pages.ts';
import type { createPageAnswers } from './page-answers.ts';
import { pageHtml, withAnswer } from './page-html.ts';
import { foundIn } from './shown-content.ts';

type Ask = ReturnType<typeof createPageAnswers>;

/**
 * The students' page at its addresses. The page names the files that its address needs, so that they load beside the
 * first script; at the address of a content the page also has the content's data and names its picture.
 */
export function studentPage(built: BuiltPages, ask: Ask): RequestHandler {
  const routes = built.pages.map(({ path }) => ({ path, pattern: patternOf(path) }));
  const made = new Map<string, Promise<Compressed>>();
  const once = (path: string | undefined, language: Language) => {
    const key = `${language} ${path}`;
    const page = made.get(key) ?? compressed(Buffer.from(pageHtml(built, path, language)));
    made.set(key, page);
    return page;
  };

  return async (request, response) => {
    const path = routes.find(({ pattern }) => pattern.test(request.path))?.path;
    const language = languageOf(request);
    const page = await once(path, language);
    // Windows 11 reports itself as 10 in all other headers. The hint comes with the calls that the page makes, and
    // reports use it.
    response.set('accept-ch', 'Sec-CH-UA-Platform-Version').vary('accept-language').type('html');
    const asked = askedAhead(request);
    const found = asked && foundIn(await ask({ request, response, ...asked }), asked.isPrinted);
    if (!found) {
      response.set('cache-control', 'no-cache');
      sendCompressed(request, response, page);
      return;
    }
    // A page that the browser restores from its cache must not show old data, so no cache keeps the page.
    response.set('cache-control', 'no-store');
    const ahead = { ...found, hashCode: asked.hashCode, texts: built.texts[language] };
    await sendJson(request, response, { json: withAnswer(page.identity.toString(), ahead) });
  };
}

/** A pattern of the routes as the router matches it: case and a trailing slash do not count. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i');

const contentAddress = /^\/student\/content\/([\w-]{1,64})\/?$/i;

/** The operations that the app sends first at this address; undefined for an address of which nothing is known. */
function askedAhead({ method, path, query, headers }: Request) {
  const hashCode = contentAddress.exec(path)?.[1];
  // A preview shows drafts to the session of staff, which the address does not have.
  if (hashCode === undefined || method !== 'GET' || 'preview' in query || headers.authorization !== undefined)
    return undefined;
  // A printed link has no class and no book, and may open something else.
  const isPrinted = !('class' in query) && !('book' in query);
  return { hashCode, isPrinted, operations: [...(isPrinted ? ['CodeRedirect'] : []), 'ContentPage'] };
}

/** The language in which the app starts: by the query, the app's cookie or the browser (web/shared/i18n/i18n.ts). */
function languageOf(request: Request): Language {
  const { lng } = request.query;
  const chosen = typeof lng === 'string' ? lng : /(?:^|;\s*)lang=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
  if (chosen !== undefined) return /^(?:ja|jp)\b/i.test(chosen) ? 'jp' : 'en';
  return acceptedLanguage(request);
}
