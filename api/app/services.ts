import type { StoreCheck } from '#api/domains/media/store-check.ts';
import type { Intake } from '#api/domains/usage/intake.ts';
import type { PageView } from '#api/domains/usage/page-view.ts';
import type { GroundServices } from '#api/ground/services.ts';
import type { Launcher } from './setup/launcher.ts';

/** Everything that a process works with, opened once. Below the app, a function names the few that it uses. */
export interface Services extends GroundServices {
  /** Whether database and media store belong together. */
  readonly store: StoreCheck;
  /** The one writer of page views. */
  readonly pageViews: Intake<PageView>;
  /** Who restarts the servers with settings that were written; undefined where nobody does. */
  readonly launcher: Launcher | undefined;
}
