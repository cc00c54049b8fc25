import type { Plugin } from 'vite';

/**
 * Apollo prints an operation to know its twins in flight; its text never leaves a built app, whose operations go by their
 * hashes (web/shared/apollo/persisted-link.ts). As JSON an operation is told from others as well, with less code.
 */
export function plainPrinter(): Plugin {
  return {
    name: 'manabook-plain-printer',
    apply: 'build',
    transform: {
      filter: { id: /node_modules[\\/]graphql[\\/]language[\\/]printer\.mjs$/ },
      handler: () => ({ code: 'export const print = JSON.stringify; export const printForError = print;', map: null }),
    },
  };
}
