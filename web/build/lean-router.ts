import type { Plugin } from 'vite';

/**
 * React Router's own build for production, which its exports never name, without the warnings for developers; and without
 * those of its components that nobody imports, which their names for developers would keep.
 */
export function leanRouter(): Plugin {
  return {
    name: 'manabook-lean-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-router(\/dom)?$/ },
      async handler(source, importer) {
        const found = await this.resolve(source, importer, { skipSelf: true });
        return found && { ...found, id: found.id.replace(/([\\/]dist[\\/])development([\\/])/, '$1production$2') };
      },
    },
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/]chunk/ },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = .*;$/gm, '')
          // Links fetch ahead, and an error's page brings scripts, where React Router renders on a server too.
          .replace(/React\d*\.createElement\((?:PrefetchPageLinks|Scripts), [^()]*\)/g, 'null')
          .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1'),
        map: null,
      }),
    },
  };
}
