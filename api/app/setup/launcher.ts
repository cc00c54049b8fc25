import type { Environment } from '#schema/settings/read.ts';

/**
 * The launcher that started this process (.launch/start.ts). It restarts all servers after their settings were written.
 */
export interface Launcher {
  /** The environment that it set, which wins over the settings file. */
  readonly env: Environment;
  restart(): void;
}

/** Undefined without a launcher, as in a container or on several machines. */
export function launcherOf(own: NodeJS.Process): Launcher | undefined {
  if (own.env.MANABOOK_RESTARTS !== '1' || !own.connected) return undefined;
  return { env: own.env, restart: () => void own.send?.({ type: 'settings' }) };
}
