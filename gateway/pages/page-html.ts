import { escapeHtml } from '#gateway/http/escape-html.ts';
import { htmlLanguage, type Language } from '#schema/languages.ts';
import type { BuiltPages, EarlyTexts } from './built-pages.ts';
import { earlyPage } from './early-page.ts';
import { pictureLinks } from './picture-links.ts';
import { isForEverybody, isPictured, isRead, type Found } from './shown-content.ts';

/** The page of one route, which names the files that the route needs. */
export function pageHtml({ html, pages, words }: BuiltPages, path: string | undefined, language: Language): string {
  const { scripts = [], styles = [] } = pages.find((page) => page.path === path) ?? {};
  const links = [
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    ...words[language].map((href) => `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(href)}">`),
  ];
  return html
    .replace('<html lang="en"', () => `<html lang="${htmlLanguage(language)}"`)
    .replace('</head>', () => `${links.join('')}</head>`);
}

interface Ahead extends Found {
  readonly hashCode: string;
  readonly texts: EarlyTexts;
}

const emptyRoot = '<div class="student"></div>';

/**
 * The page with the answer to its first query, its picture before its scripts, and a page of the book as it will be.
 * `data-shown` is the code of a content that the app shows without a further question.
 */
export function withAnswer(html: string, { hashCode, answer, content, texts }: Ahead): string {
  const text = inScript(`{"hashCode":${JSON.stringify(hashCode)},${answer.slice(1)}`);
  const picture = content && isPictured(content) ? content.pageImage : null;
  const isShown = content !== undefined && isForEverybody(content);
  const early = isShown && isRead(content) ? earlyPage(content, texts) : '';
  return html
    .replace('<html', () => (isShown ? `<html data-shown="${escapeHtml(hashCode)}"` : '<html'))
    .replace('<link', () => `${picture ? pictureLinks(picture) : ''}<link`)
    .replace(emptyRoot, () => emptyRoot.replace('></', () => `>${early}</`))
    .replace('</body>', () => `<script type="application/json" id="answer">${text}</script></body>`);
}

/** JSON that ends no script element and begins no comment. */
const inScript = (json: string): string =>
  json.replaceAll(/[<\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
