import { sql } from 'drizzle-orm';
import { v5 } from 'uuid';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { auditLog } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import { namesIn } from './names.ts';
import { nameOf } from './versions.ts';

/** The member of staff who makes a change, and the id of the request. */
export interface Author {
  readonly userId: string;
  readonly requestId: string;
  /** The API key of the author's program. */
  readonly apiKey?: { readonly name: string };
}

/** `userId` is null for the action of a stranger, such as a refused sign-in. */
export interface AuthorOrNobody extends Omit<Author, 'userId'> {
  readonly userId: string | null;
}

export interface Change {
  /** A fixed id for an event that is recorded only once: a second row with this id is dropped. */
  readonly id?: string;
  readonly action: string;
  /** The table's name, with the row's id. */
  readonly entity: string;
  readonly entityId: string;
  /** Never a password, token or hash code. */
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
}

/** Writes a row of the audit log. Call it in the transaction of the change, so that both are committed or none. */
export const recordChange = (tx: Queryable, author: AuthorOrNobody, change: Change): Promise<void> =>
  recordChanges(tx, author, [change]);

/** One statement inserts so many rows: PostgreSQL takes 65,535 parameters, and a row has 12. */
const rowsAtOnce = 1_000;

/** The same for the rows of a bulk change, in their order, with a few statements for all of them. */
export async function recordChanges(
  tx: Queryable,
  { userId, requestId, apiKey }: AuthorOrNobody,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const actorName = userId === null ? '?' : await nameOf(tx, userId);
  const apiKeyName = apiKey?.name ?? null;
  const names = await namesOf(tx, changes);
  const rows = changes.map((change) => {
    const entityName = names.get(change.entity)?.get(change.entityId.toLowerCase()) ?? '';
    const [before, after] = [withoutSecrets(change.before), withoutSecrets(change.after)];
    return {
      id: newId(),
      ...change,
      before,
      after,
      actorId: userId,
      actorName,
      apiKeyName,
      entityName,
      requestId,
      // A renamed row can be found by its old and its new name.
      searchText: searchText(actorName, apiKeyName, entityName, ...nameFields.map((field) => textOf(before?.[field]))),
    };
  });
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insert(auditLog)
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflictDoNothing({ target: auditLog.id });
}

// The names of the changed rows, by table and id.
async function namesOf(tx: Queryable, changes: readonly Change[]) {
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const entity of new Set(changes.map((change) => change.entity))) {
    const ids = changes.flatMap((change) => (change.entity === entity ? [change.entityId] : []));
    names.set(entity, await namesIn(tx, entity, ids));
  }
  return names;
}

const nameFields = ['name', 'className', 'firstName', 'lastName', 'title'];
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const secret = /password|token|hash/i;

// A second guard: callers leave secrets out, and this filter drops them if one forgets.
function withoutSecrets(values: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  return values && Object.fromEntries(Object.entries(values).filter(([field]) => !secret.test(field)));
}

// The UUID v5 namespace for the ids of view rows.
const namespace = '6f1b3a52-5a0e-4a39-9d58-2f6f0c7f2f6d';

interface View {
  /** The classes whose children's media were shown. */
  readonly classIds: readonly string[];
  readonly timeZone: string;
}

const rowsWritten = preparedQuery(['ids'], (db: Queryable, { ids }) =>
  db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(sql`${auditLog.id} = any(${ids})`),
);

/** Records that staff saw children's media: one row per person, class and day. */
export async function recordMediaViews(db: Queryable, author: Author, { classIds, timeZone }: View): Promise<void> {
  const day = schoolDay(timeZone);
  // The id is derived from person, class and day, so that a second row is impossible.
  const views = [...new Set(classIds)].map((entityId) => {
    const id = v5(`${author.userId} ${entityId} ${day}`, namespace);
    return { id, action: 'view-media', entity: 'classes', entityId };
  });
  // Always in one order, so that two looks of a person do not wait for each other.
  views.sort((one, other) => (one.id < other.id ? -1 : 1));
  if (views.length === 0) return;
  // Looking takes less time than writing.
  const written = await rowsWritten(db, { ids: views.map(({ id }) => id) });
  const ids = new Set(written.map(({ id }) => id));
  await recordChanges(
    db,
    author,
    views.filter(({ id }) => !ids.has(id)),
  );
}
