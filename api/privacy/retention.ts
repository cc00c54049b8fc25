import { lastRun } from '#api/nightly/last-run.ts';
import { requestDays } from '#api/nightly/retention.ts';

import { waitingDays } from '#api/nightly/unused-media.ts';
import type { Services } from '#api/services.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import { type retention, type RetentionKind, retentionKinds } from '#schema/rest/privacy.ts';
import { trashDays } from '#schema/rest/trash.ts';
import type { SettingName } from '#schema/settings/table.ts';

interface Rule {
  /** 0 is for ever. */
  readonly days: number;
  readonly setting?: SettingName;
  /** What the clean-up calls what it removed. */
  readonly counts: readonly string[];
}

/** What is kept for how long, with what the last clean-up removed. */
export async function retentionReport({ db, settings }: Services): Promise<ResponseOf<typeof retention>> {
  const { pageViews, profiles, community, audit } = settings.retention;
  const rules: Record<RetentionKind, Rule> = {
    pageViews: { days: pageViews, setting: 'RETENTION_PAGE_VIEWS_DAYS', counts: ['pageViews'] },
    profiles: { days: profiles, setting: 'RETENTION_PROFILES_DAYS', counts: ['profiles'] },
    posts: { days: community, setting: 'RETENTION_COMMUNITY_DAYS', counts: ['community_posts'] },
    audit: { days: audit, setting: 'RETENTION_AUDIT_DAYS', counts: ['audit'] },
    devices: { days: profiles, setting: 'RETENTION_PROFILES_DAYS', counts: ['devices'] },
    uploadAnswers: { days: requestDays, counts: ['mediaRequests'] },
    trash: {
      days: trashDays,
      counts: ['users', 'classes', 'textbooks', 'lessons', 'contents', 'push_and_listen_items'],
    },
    unusedPictures: { days: waitingDays, counts: ['unusedPictures'] },
    sessions: { days: 1, counts: ['refreshTokens'] },
  };
  const run = await lastRun(db);
  return {
    rules: retentionKinds.map((kind) => {
      const { days, setting = null, counts } = rules[kind];
      const removed = run ? counts.reduce((sum, name) => sum + (run.removed[name] ?? 0), 0) : null;
      return { kind, days: days === 0 ? null : days, setting, removed };
    }),
    lastRun: run ? { startedAt: run.startedAt.toISOString(), finishedAt: run.finishedAt.toISOString() } : null,
  };
}
