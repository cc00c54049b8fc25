import { Marked } from 'marked';
import type { Tokens } from 'marked';
import { escapeHtml } from '#gateway/http/escape-html.ts';

/** A page's text as HTML, with its headings for the table of contents. */
export interface Rendered {
  readonly html: string;
  readonly headings: readonly { readonly id: string; readonly text: string }[];
}

/**
 * Renders our own Markdown, so no part of the source needs to be sanitised. The info string of a code block is its
 * language and a title, such as `ts manabook.ts`. Code blocks and tables scroll and can take the focus.
 */
export function renderMarkdown(source: string): Rendered {
  const headings: { id: string; text: string }[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        const id = text
          .toLowerCase()
          .replaceAll(/<[^>]*>/g, '')
          .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
          .replaceAll(/^-|-$/g, '');
        if (depth === 2) headings.push({ id, text });
        return `<h${depth} id="${id}">${text}</h${depth}>\n`;
      },
      code: ({ text, lang = '' }) => codeBlock(text, lang),
      // A narrow column may break a long name after an underscore only.
      codespan: ({ text }) => `<code>${escapeHtml(text).replaceAll('_', '_<wbr>')}</code>`,
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag.slice(0, 2)}>`).join('')}</tr>`;
        const head = row(token.header, 'th scope="col"');
        const body = token.rows.map((cells) => row(cells, 'td')).join('');
        return `<div class="scroll" tabindex="0" role="region" aria-label="${token.header[0]?.text ?? ''}"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(source, { async: false });
  return { html, headings };
}

function codeBlock(text: string, info: string): string {
  const [language = '', ...words] = info.split(' ');
  const title = words.join(' ');
  return (
    `<figure><figcaption>${escapeHtml(title)}</figcaption>` +
    `<pre tabindex="0" role="region" aria-label="${escapeHtml(title)}"><code class="language-${language}" data-title="${escapeHtml(title)}">${escapeHtml(text)}\n</code></pre></figure>\n`
  );
}
