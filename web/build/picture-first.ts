import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The font of every page that is not Japanese. */
const letters = /fredoka-latin-wght-normal-[\w-]+\.woff2$/;

/** Files that all others need. Each is evaluated in a task of its own when it arrives, so that no long task blocks the page. */
const firstRead = /<link rel="modulepreload" crossorigin (href="\/assets\/(?:react|apollo|boot)-[\w-]+\.js")>/g;

/**
 * The children's page on a slow network: the style sheets and the meadow come first and are drawn, the scripts after them,
 * and the letters beside the scripts, so that no line jumps when they arrive.
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
