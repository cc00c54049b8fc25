import { watch } from 'chokidar';
import { generateTypes } from './build-steps.ts';
import { explain } from './problem.mjs';
import type { Supervised } from './supervised.ts';

export interface SourceWatch {
  readonly root: string;
  /** The processes that run the sources of `api/`. */
  readonly behind: readonly Supervised[];
  readonly gateway: Supervised;
  /** Applies the migrations after they have changed. */
  readonly migrate: () => Promise<void>;
  readonly say: (line: string) => void;
}

const QUIET_MS = 150;

/**
 * Live reload for the servers: restarts a server when its sources change, after generating types. Vite reloads the web
 * app.
 */
export function watchSources({ root, behind, gateway, migrate, say }: SourceWatch): void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  async function reload(): Promise<void> {
    const paths = [...changed];
    changed.clear();
    const touches = (...folders: string[]) => paths.some((path) => folders.some((folder) => path.startsWith(folder)));
    if (paths.some((path) => path.endsWith('.graphql'))) await generateTypes(root);
    const servers = [
      ...(touches('api/', 'schema/') ? behind : []),
      ...(touches('gateway/', 'schema/') ? [gateway] : []),
    ];
    if (servers.length > 0) say(`${paths[0]} changed. Restarting…`);
    if (behind.length > 0 && touches('api/ground/db/migrations/')) await migrate();
    await Promise.all(servers.map((server) => server.restart()));
  }

  watch(['api', 'gateway', 'schema', 'web'], { cwd: root, ignoreInitial: true, ignored: isUninteresting }).on(
    'all',
    (_event, path) => {
      changed.add(path.replaceAll('\\', '/'));
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(reload).catch((error: unknown) => say(explain(error)));
      }, QUIET_MS);
    },
  );
}

// Of the web app, only the operations matter, since types are generated from them.
function isUninteresting(path: string, entry?: { isFile(): boolean }): boolean {
  if (!entry?.isFile()) return false;
  return /[\\/]web[\\/]/.test(path) ? !path.endsWith('.graphql') : !/\.(ts|graphql|sql|json)$/.test(path);
}
