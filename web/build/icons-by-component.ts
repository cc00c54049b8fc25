import type { Plugin } from 'vite';

/**
 * Leaves out what Blueprint finds an icon by its name with: icons here are components. The names alone would be 10 kB
 * on every first visit, to be turned into other cases while the page starts.
 */
export function iconsByComponent(): Plugin {
  return {
    name: 'manabook-icons-by-component',
    apply: 'build',
    load: {
      filter: { id: /@blueprintjs[\\/]icons[\\/]lib[\\/]esm[\\/]iconLoader\.js$/ },
      handler: () => 'export const Icons = { load: async () => {}, getPaths: () => undefined };',
    },
  };
}
