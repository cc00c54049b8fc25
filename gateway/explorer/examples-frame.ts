import { htmlLanguage, type Language } from '#schema/languages.ts';
import type { Rendered } from './markdown.ts';

const words = {
  en: {
    title: 'Worked examples',
    skip: 'Skip to the content',
    index: 'On this page',
    explorer: 'Explorer',
  },
  jp: { title: '使い方の例', skip: '本文へ', index: '目次', explorer: 'エクスプローラー' },
} as const;

const others = {
  en: '<a href="/graphql/examples?lng=jp" lang="ja">日本語</a>',
  jp: '<a href="/graphql/examples?lng=en" lang="en">English</a>',
} as const;

interface ExamplesFrame {
  readonly language: Language;
  /** The address of the style sheet with the Japanese font. */
  readonly font: string | undefined;
  readonly content: Rendered;
}

/** The page around the examples: a table of contents, and links to the explorer and to the other language. */
export function examplesFrame({ language, font, content }: ExamplesFrame): string {
  const { title, skip, index, explorer } = words[language];
  const sheets = ['/graphql/examples.css', ...(font === undefined ? [] : [font])];
  return `<!doctype html>
<html lang="${htmlLanguage(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Manabook</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}">`).join('\n')}
</head>
<body>
<a class="skip" href="#main">${skip}</a>
<nav aria-label="${index}">
<p><a href="/graphql">${explorer}</a> ${others[language]}</p>
<ul>${content.headings.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('')}</ul>
</nav>
<main id="main">
${content.html}</main>
</body>
</html>
`;
}
