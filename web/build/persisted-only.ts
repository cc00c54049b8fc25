import type { Plugin } from 'vite';

/**
 * Leaves out what writes an operation as text: the web app names each of its own by its hash (shared/apollo/persisted-link.ts),
 * and the printer with its tables would be 2 kB on every first visit.
 */
export function persistedOnly(): Plugin {
  return {
    name: 'manabook-persisted-only',
    apply: 'build',
    load: {
      filter: { id: /@apollo[\\/]client[\\/]utilities[\\/]graphql[\\/]print\.js$/ },
      handler: () => `export const print = () => { throw new Error('An operation without a hash'); };`,
    },
  };
}
