import type { pageViews } from '#api/db/schema.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { recordPageView } from '#schema/rest/usage.ts';
import type { TrackedPage } from '#schema/rules/tracked-pages.ts';
import type { Agent } from './agent.ts';

/** A page view as the server knows it: the sender's words, and what the sender has no say in. */
export interface PageView extends Agent {
  readonly told: BodyOf<typeof recordPageView>;
  readonly page: TrackedPage;
  readonly startedAt: Date;
  readonly receivedAt: Date;
  /** Whether it says that it began so long ago that we may have kept it in an older month. */
  readonly stale: boolean;
  /** From a valid profile token alone. */
  readonly profileId: string | null;
  readonly ipAddress: string | null;
  readonly clientIp: string | null;
}

/** A page view as it is kept. */
export type KeptView = typeof pageViews.$inferSelect;
