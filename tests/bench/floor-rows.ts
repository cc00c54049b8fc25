import type { Pool } from 'pg';
import type { ClassBoardState } from '#schema/rest/board-sessions.ts';
import { StudentSwitch } from '#schema/rest/enumerations.ts';
import { addDeskRows } from './floor-desk-rows.ts';
import { stamps } from '#schema/rules/replies.ts';
import { type FloorCaller, headersOf } from './floor-case.ts';
import { floorIds } from './floor-cases.ts';

/** The authorization of each caller. */
export interface FloorCallers {
  readonly staff: string;
  readonly child: string;
}

export const authorizationOf = (callers: Partial<FloorCallers>, caller: FloorCaller): string | undefined =>
  caller === 'staff' || caller === 'child' ? callers[caller] : undefined;

interface Sent {
  readonly as?: string;
  readonly body?: unknown;
  readonly more?: Readonly<Record<string, string>>;
}

interface Child {
  readonly id: string;
  readonly cardCode: string;
  readonly hasPosts: boolean;
}

/**
 * Gives the demo school what it lacks, by calls of the API: keys, webhooks, deleted rows, a
 * child's progress, a board with followers, a device of three children.
 * Gives the callers.
 */
export async function addFloorRows(url: string, staff: string, pool: Pick<Pool, 'query'>): Promise<FloorCallers> {
  const call = async (method: string, path: string, { as = staff, body, more }: Sent = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: as, 'content-type': 'application/json', ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const ids = await floorIds(pool);
  const { classId, classHashCode, textbookId, soundsId, profileId, unitHashCode, contentId, contentHashCode } = ids;
  for (const name of ['Timetable', 'Library', 'Reports']) {
    await call('POST', '/ApiKey', { body: { name, scopes: ['Class:read', 'Content:read'] } });
    await call('POST', '/Webhook', {
      body: { name, url: 'https://receiver.example.com/', events: ['class.created', 'user.updated'] },
    });
  }
  const others = await pool.query<{ id: string }>(
    `select id from lessons where textbook_id <> $1 and deleted_at is null
      and id <> (select lesson_id from contents where id = $2) order by id`,
    [textbookId, soundsId],
  );
  for (const { id } of others.rows) await call('DELETE', `/Lesson/${id}`);
  const children = await pool.query<Child>(
    `select p.id, p.card_code as "cardCode", exists (
        select from community_posts where profile_id = p.id and class_id = $1
      ) as "hasPosts"
      from class_profiles cp join profiles p on p.id = cp.profile_id
      where cp.class_id = $1 and p.deleted_at is null and not cp.waiting order by p.id = $2 desc, p.id`,
    [classId, profileId],
  );
  const gone = children.rows.find(({ hasPosts }) => !hasPosts);
  await call('POST', `/Class/${classId}/profiles/remove`, { body: { profileIds: [gone?.id] } });
  const tokens: string[] = [];
  for (const { cardCode } of children.rows.filter((one) => one !== gone).slice(0, 3)) {
    const taken = await call('POST', '/Student/card', { body: { cardCode } });
    tokens.push(`Bearer ${((await taken.json()) as { token: string }).token}`);
  }
  const [child = ''] = tokens;
  const finished = await pool.query<{ contentHashCode: string }>(
    `select p.hash_code as "contentHashCode" from contents p join lessons l on l.id = p.lesson_id
      where l.textbook_id = $1 and p.deleted_at is null order by p.id limit 8`,
    [textbookId],
  );
  const progress = {
    finished: finished.rows.map((row, at) => ({ ...row, secondsAgo: at })),
    lastUnit: { unitHashCode, secondsAgo: 0 },
    switches: [{ switch: StudentSwitch.MUSIC, isOn: false, secondsAgo: 0 }],
  };
  await call('PUT', '/Student/progress', { as: child, body: progress });
  const own = await pool.query<{ id: string }>(
    `select id from community_posts where profile_id = $1 and class_id = $2 and state = 'approved' and deleted_at is null`,
    [profileId, classId],
  );
  for (const { id } of own.rows) await call('PUT', `/Community/${id}/replies/stamp`, { body: { stamp: stamps[0] } });
  const board = await call('POST', `/Class/${classId}/board`, { body: { contentId } });
  const { session } = (await board.json()) as ClassBoardState;
  for (const as of tokens) {
    const follower = { classHashCode, sessionId: session?.id, isFollowing: true, contentHashCode };
    await call('PUT', '/Student/board', { as, body: follower });
  }
  const onDevice = headersOf('device', undefined);
  for (const name of ['Aoi', 'Ren', 'Yui'])
    await call('POST', '/Student', { body: { name, animal: 'cat', classHashCode }, more: onDevice });
  // The bench takes longer than a board may be silent.
  await pool.query(`update board_sessions set seen_at = ends_at where class_id = $1`, [classId]);
  await addDeskRows(pool);
  return { staff, child };
}
