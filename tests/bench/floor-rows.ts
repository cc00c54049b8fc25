import type { Pool } from 'pg';
import { StudentSwitch } from '#schema/rest/enumerations.ts';
import { floorIds } from './floor-cases.ts';

/** The authorization of each caller. */
export interface FloorCallers {
  readonly staff: string;
  readonly child: string;
}

/** Gives the demo school what it lacks, by calls of the API: keys, webhooks, deleted rows, a child's progress. Gives the callers. */
export async function addFloorRows(url: string, staff: string, pool: Pick<Pool, 'query'>): Promise<FloorCallers> {
  const call = async (method: string, path: string, { as = staff, body }: { as?: string; body?: unknown } = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: as, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const { textbookId, soundsId, profileId, unitHashCode } = await floorIds(pool);
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
  const card = await pool.query<{ cardCode: string }>('select card_code as "cardCode" from profiles where id = $1', [
    profileId,
  ]);
  const taken = await call('POST', '/Student/card', { body: card.rows[0] });
  const child = `Bearer ${((await taken.json()) as { token: string }).token}`;
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
  return { staff, child };
}
