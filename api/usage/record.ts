import { sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { classes, contents, lessons, pageViews, profiles, textbooks } from '#api/db/schema.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { recordPageView } from '#schema/rest/usage.ts';
import type { Agent } from './agent.ts';

/** A page view as the server knows it: the sender's words, and what the sender has no say in. */
export interface PageView extends Agent {
  readonly told: BodyOf<typeof recordPageView>;
  readonly page: string;
  readonly startedAt: Date;
  /** From a valid profile token alone. */
  readonly profileId: string | null;
  readonly ipAddress: string | null;
  readonly clientIp: string | null;
}

/**
 * Keeps a page view, or lengthens the one of this event. Names come from our own rows, and an id that is none of ours
 * is dropped: what anybody may send is not to become a line of a school's report.
 */
export async function keepPageView(db: Queryable, view: PageView): Promise<void> {
  const { told } = view;
  await db.execute(sql`
    with seen as (
      update ${profiles} set last_seen_at = now()
      where id = ${view.profileId}::uuid and last_seen_at < now() - interval '1 hour'
    )
    insert into ${pageViews} as kept (
      event_id, name, page_url, content_type, textbook_id, textbook_name, class_id, class_name, lesson_id, content_id,
      profile_id, session_key, client_ip, ip_address, os, browser, browser_version, duration_ms, started_at, received_at)
    select ${told.eventId}, ${told.name}, ${view.page}, coalesce(content.type, ${told.contentType ?? null}::smallint),
      book.id, book.name, class.id, class.class_name, lesson.id, content.id,
      ${view.profileId}::uuid, ${told.sessionKey ?? null}::uuid, ${view.clientIp}, ${view.ipAddress},
      ${view.os}, ${view.browser}, ${view.browserVersion}, ${told.duration}::int, ${view.startedAt.toISOString()}::timestamptz, now()
    from (select 1) as one
      left join ${textbooks} book on book.id = ${told.textBookId ?? null}::uuid
      left join ${classes} class on class.id = ${told.classId ?? null}::uuid
      left join ${lessons} lesson on lesson.id = ${told.lessonId ?? null}::uuid
      left join ${contents} content on content.id = ${told.contentId ?? null}::uuid
    on conflict (event_id) do update
      set duration_ms = excluded.duration_ms, received_at = excluded.received_at,
        profile_id = coalesce(kept.profile_id, excluded.profile_id),
        client_ip = coalesce(kept.client_ip, excluded.client_ip)
      where excluded.duration_ms > kept.duration_ms
        and kept.session_key is not distinct from excluded.session_key
        and (kept.profile_id is not distinct from excluded.profile_id
          -- A beacon on leaving the page carries no token; the session's key is a secret of the device.
          or (kept.session_key is not null and (kept.profile_id is null or excluded.profile_id is null)))`);
}
