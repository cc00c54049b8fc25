import type { StoreCheck } from '#api/domains/media/store-check.ts';
import type { Intake } from '#api/domains/usage/intake.ts';
import type { PageView } from '#api/domains/usage/page-view.ts';
import type { RollupUpdates } from '#api/domains/usage/rollup-updates.ts';
import type { GroundServices } from '#api/ground/services.ts';
import type { Launcher } from './setup/launcher.ts';

/** All services of a process, opened once. Functions below the app name the few that they use. */
export interface Services extends GroundServices {
  /** Whether database and media store belong together. */
  readonly store: StoreCheck;
  /** This process's writer of page views. */
  readonly pageViews: Intake<PageView>;
  readonly rollups: RollupUpdates;
  /** The launcher that restarts servers after settings were written; undefined without one. */
  readonly launcher: Launcher | undefined;
}
