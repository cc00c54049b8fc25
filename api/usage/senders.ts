import { sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { classProfiles, profiles } from '#api/db/schema.ts';
import type { PageView } from './page-view.ts';

/** A profile that sends page views. */
export interface Sender {
  readonly createdAt: Date;
  /** Of the classes that its page views name, those it has joined. */
  readonly classIds: ReadonlySet<string>;
}

/** By profile; a profile that is gone is not in here. */
export type Senders = ReadonlyMap<string, Sender>;

/** Reads at once who sends these page views. */
export async function sendersOf(db: Queryable, views: readonly PageView[]): Promise<Senders> {
  const ids = distinct(views.map(({ profileId }) => profileId));
  if (ids.length === 0) return new Map();
  const classIds = distinct(views.map(({ told }) => told.classId));
  const { rows } = await db.execute<{ id: string; createdAt: Date; classIds: string[] }>(sql`
    select ${profiles.id}, ${profiles.createdAt} as "createdAt", array(
      select ${classProfiles.classId} from ${classProfiles} where ${classProfiles.profileId} = ${profiles.id}
        and ${classProfiles.classId} = any(${sql.param(classIds)}::uuid[])
    ) as "classIds"
    from ${profiles} where ${profiles.id} = any(${sql.param(ids)}::uuid[]) and ${profiles.deletedAt} is null`);
  return new Map(
    rows.map(({ id, createdAt, classIds: joined }) => [
      id,
      { createdAt: new Date(createdAt), classIds: new Set(joined) },
    ]),
  );
}

const distinct = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null && id !== undefined)),
];
