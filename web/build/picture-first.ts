import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The font of every page that is not in Japanese. */
const letters = /fredoka-latin-wght-normal-[\w-]+\.woff2$/;

/**
 * Chunks that all others import. Each is evaluated in a task of its own when it arrives, so that no long task blocks
 * the page.
 */
const firstRead = /<link rel="modulepreload" crossorigin (href="\/assets\/(?:react|apollo|boot)-[\w-]+\.js")>/g;

/**
 * Orders the loading of the children's page for slow networks: the style sheets and the background first, then the
 * scripts, and the font beside the scripts, so that the layout does not shift when it arrives.
 */
export function pictureFirst(): Plugin {
  return {
    name: 'manabook-picture-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle = {} }) {
        if (!path.endsWith('student.html')) return html;
        const tags: HtmlTagDescriptor[] = Object.keys(bundle)
          .filter((file) => letters.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', crossorigin: '', fetchpriority: 'low', href: `/${file}` },
            injectTo: 'head',
          }));
        const inTurn = html.replaceAll(firstRead, (_, href: string) => {
          return `<script type="module" async crossorigin ${href.replace('href', 'src')}></script>`;
        });
        return { html: inTurn.replaceAll('<script type="module"', '$& fetchpriority="low"'), tags };
      },
    },
  };
}
