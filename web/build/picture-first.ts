import type { HtmlTagDescriptor, Plugin } from 'vite';

/** What every page is written in, where it is not Japanese. */
const letters = /fredoka-latin-wght-normal-[\w-]+\.woff2$/;

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
        return { html: html.replaceAll('<script type="module"', '$& fetchpriority="low"'), tags };
      },
    },
  };
}
