import type { Plugin } from 'vite';

/**
 * Removes the calls of `unmask` (web/shared/apollo/masks.ts) from the bundle: the masks are types, and the function
 * returns its argument. So a masked fragment costs a child's first visit nothing.
 */
export function plainMasks(): Plugin {
  return {
    name: 'manabook-plain-masks',
    apply: 'build',
    // After TypeScript's types are gone, a call has no type arguments.
    enforce: 'post',
    transform: {
      filter: { id: /[\\/]web[\\/](staff|student)[\\/].*\.tsx?$/, code: /\bunmask\(/ },
      handler: (code) => ({ code: code.replace(/\bunmask\(/g, '('), map: null }),
    },
  };
}
