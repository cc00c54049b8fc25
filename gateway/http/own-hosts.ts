import type { Logger } from 'pino';
import type { Settings } from '#gateway/settings.ts';
import { checksHosts, createHostCheck } from '#schema/settings/own-hosts.ts';

// A stranger may invent names without end.
const namesLogged = 20;

/** Checks whether a request's Host is ours, and logs each other name once. */
export function hostCheckOf(
  { publicUrl, allowedHosts }: Pick<Settings, 'publicUrl' | 'allowedHosts'>,
  log: Logger,
): (host: string, path: string) => boolean {
  if (!checksHosts(publicUrl)) return () => true;
  const isOurs = createHostCheck({ addresses: [publicUrl], allowed: allowedHosts });
  const logged = new Set<string>();
  return (host, path) => {
    if (isOurs(host, path)) return true;
    const name = host.slice(0, 100);
    if (logged.size < namesLogged && !logged.has(name)) {
      logged.add(name);
      log.warn({ host: name }, 'refused a host that is neither PUBLIC_URL’s nor among ALLOWED_HOSTS');
    }
    return false;
  };
}
