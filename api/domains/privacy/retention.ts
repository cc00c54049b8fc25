import { lastRun } from '#api/domains/retention/last-run.ts';
import { requestDays } from '#api/domains/retention/retention.ts';
import { waitingDays } from '#api/domains/retention/unused-media.ts';
import type { Uses } from '#api/ground/services.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import { type retention, type RetentionKind, retentionKinds } from '#schema/rest/privacy.ts';
import { trashDays } from '#schema/rest/trash.ts';
import { albumDays } from '#schema/rules/albums.ts';
import type { SettingName } from '#schema/settings/table.ts';

interface Rule {
  /** 0 means for ever. */
  readonly days: number;
  readonly setting?: SettingName;
  /** The names under which the nightly run counts removed rows. */
  readonly counts: readonly string[];
}

/** The retention rules, with the counts of the last nightly run. */
export async function retentionReport({
  db,
  settings,
}: Uses<'db' | 'settings'>): Promise<ResponseOf<typeof retention>> {
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
    albums: { days: albumDays.to, counts: ['albums'] },
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
