import { escapeHtml } from '#gateway/http/escape-html.ts';
import { onPhones } from './picture-links.ts';
import type { EarlyTexts } from './built-pages.ts';
import type { ShownContent } from './shown-content.ts';

/**
 * A page of the book as the app shows it, in the same elements with the same classes, so that the picture stays in its
 * place when the app takes over (web/student/features/contents/content-detail.tsx). The app's buttons are spans that
 * only keep their room. A test compares the two.
 */
export function earlyPage(content: ShownContent, texts: EarlyTexts): string {
  const { name, unit, pageNumber, pageImage, audio, previousHashCode, nextHashCode } = content;
  if (!pageImage) return '';
  const { phoneUrl, tabletUrl, width, height } = pageImage;
  const unitNumber = texts.unitNumber.replace('{{number}}', String(unit.number));
  const page = texts.page.replace('{{page}}', String(pageNumber));
  return [
    `<header class="page-header early" data-beside="true">${button('')}</header>`,
    `<main class="page content early"><div class="content-title"><h1>${escapeHtml(name)}</h1>`,
    `<p>${escapeHtml(unitNumber)}<span> · </span>${escapeHtml(page)}</p></div>`,
    '<div class="page-view"><div class="page-room"><div class="page-place"><picture>',
    `<source media="${onPhones}" srcset="${escapeHtml(phoneUrl)}">`,
    `<img src="${escapeHtml(tabletUrl)}" alt="" width="${width}" height="${height}" fetchpriority="high">`,
    '</picture></div></div><div class="page-tools">',
    audio ? button(texts.listen) + button(texts.slow) : '',
    `<div class="zoom-tools">${button(texts.zoomOut)}${button(texts.zoomIn)}</div></div></div>`,
    '<nav class="turner">',
    previousHashCode === null ? '' : turner(texts.previousPage),
    nextHashCode === null ? '' : turner(texts.nextPage, 'turner-next'),
    '</nav></main>',
  ].join('');
}

const button = (text: string, look = 'button button-small', size = 34): string =>
  `<span class="${look}" aria-hidden="true"><svg width="${size}" height="${size}"></svg><span>${escapeHtml(text)}</span></span>`;

const turner = (text: string, more = ''): string => button(text, `button button-small ${more}`, 38);
