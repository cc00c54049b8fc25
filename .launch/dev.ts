import { watch } from 'chokidar';
import { generateTypes } from './build.ts';
import { explain } from './problem.mjs';
import type { Supervised } from './supervised.ts';

export interface SourceWatch {
  readonly root: string;
  /** What runs the sources of `api/`. */
  readonly behind: readonly Supervised[];
  readonly gateway: Supervised;
  /** Brings the database up to date, after a change of its migrations. */
  readonly migrate: () => Promise<void>;
  readonly say: (line: string) => void;
}

const QUIET_MS = 150;

/** Live reload for the servers: whose source changed starts anew, after the generated types. Vite looks after the web app. */
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

// Of the web app only its operations matter: they decide what is generated.
function isUninteresting(path: string, entry?: { isFile(): boolean }): boolean {
  if (!entry?.isFile()) return false;
  return /[\\/]web[\\/]/.test(path) ? !path.endsWith('.graphql') : !/\.(ts|graphql|sql|json)$/.test(path);
}
