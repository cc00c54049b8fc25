import { escapeHtml } from '#api/ground/escape-html.ts';
import { htmlLanguage, type Language } from '#schema/languages.ts';

/** A mail with one action: a greeting, paragraphs, a button, and the text after the button. */
export interface Letter {
  /** The same for every attempt to send the mail, so that a receiver can drop a second copy. */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly language: Language;
  readonly subject: string;
  readonly greeting: string;
  readonly before: readonly string[];
  /** Lists of links, each under a heading, before the button. */
  readonly lists?: readonly LetterList[];
  readonly button: string;
  readonly link: string;
  readonly after: readonly string[];
}

interface LetterList {
  readonly heading: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

export function plainText({ greeting, before, lists = [], button, link, after }: Letter): string {
  const listed = lists.map(({ heading, items }) =>
    [heading, ...items.map((item) => `- ${item.text}\n  ${item.link}`)].join('\n'),
  );
  return `${[greeting, ...before, ...listed, `${button}:\n${link}`, ...after].join('\n\n')}\n`;
}

const font = "font-family:Roboto,'Hiragino Sans','Yu Gothic',Meiryo,Arial,sans-serif";
const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:6px;background:#0069cc;color:#ffffff;text-decoration:none';

/** The mail in HTML without pictures and style sheets, which mail readers block. */
export function html({ language, subject, greeting, before, lists = [], button, link, after }: Letter): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="${htmlLanguage(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f5f7fa;color:#222222;font-size:16px;line-height:1.6;${font}">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">
${[...[greeting, ...before].map(paragraph), ...lists.map(listed)].join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="${buttonStyle}">${escapeHtml(button)}</a></p>
${after.map(paragraph).join('\n')}
<p style="margin:0;word-break:break-all;font-size:13px"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>
</div>
</body>
</html>
`;
}

function listed({ heading, items }: LetterList): string {
  const lines = items.map(({ text, link }) => `<li><a href="${escapeHtml(link)}">${escapeHtml(text)}</a></li>`);
  return `<p style="margin:0 0 4px"><strong>${escapeHtml(heading)}</strong></p>
<ul style="margin:0 0 16px;padding-left:24px">
${lines.join('\n')}
</ul>`;
}

/** A name for a header or a sentence, with line breaks as spaces. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
