import { and, eq, isNull } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import type { Author } from '#api/domains/audit/record.ts';
import { textbooks } from '#api/ground/db/schema.ts';
import { checkedValues, upsertEach, type Upserted } from '#api/ground/http/upsert-each.ts';
import type { Uses } from '#api/ground/services.ts';
import { createTextBook as createOperation, type TextBookDetail } from '#schema/rest/textbooks.ts';
import type { TextBookRow, UpsertResults } from '#schema/rest/upserts.ts';
import { storedValuesOf, textBookDetail } from './detail.ts';
import { createTextBook, hasShortCode, idOfTextBook, updateTextBook } from './write.ts';

type Services = Uses<'db' | 'settings' | 'links'>;

/** Creates or changes textbooks by the ids of the school's own system. */
export const upsertTextBooks = (
  services: Services,
  author: Author,
  rows: readonly TextBookRow[],
): Promise<UpsertResults> => upsertEach(rows, (row) => upsertTextBook(services, author, row));

async function upsertTextBook(services: Services, author: Author, row: TextBookRow): Promise<Upserted> {
  const existing = await existingTextBook(services, row);
  const values = valuesOf(row, existing);
  if (!existing) return { id: await createTextBook(services, author, values), outcome: 'created' };
  const { id, version } = existing;
  if (isSame(values, existing)) return { id, outcome: 'unchanged' };
  await updateTextBook(services, author, { id, values: { ...values, version } });
  return { id, outcome: 'updated' };
}

async function existingTextBook(services: Services, row: TextBookRow): Promise<TextBookDetail | undefined> {
  const { db } = services;
  const externalId = row.externalId.trim();
  const hasNone = isNull(textbooks.externalId);
  // A textbook that was created by hand has no external id yet, so its own id or its short code finds it.
  const id =
    (await idOfTextBook(db, eq(textbooks.externalId, externalId))) ??
    (isUuid(externalId) ? await idOfTextBook(db, and(hasNone, eq(textbooks.id, externalId))) : undefined) ??
    (await idOfTextBook(db, and(hasNone, hasShortCode(row.shortCode))));
  return id === undefined ? undefined : textBookDetail(services, id);
}

/** The values of a row, by the rules of the form; a field that the row leaves out keeps its value. */
function valuesOf(row: TextBookRow, existing: TextBookDetail | undefined) {
  const { name, shortCode, description, published } = row;
  const parsed = createOperation.body.safeParse({
    ...(existing && storedValuesOf(existing)),
    ...{ name, shortCode },
    ...(description !== undefined && { description: description ?? '' }),
    published: published ?? undefined,
    externalId: row.externalId.trim(),
  });
  return checkedValues(parsed, existing);
}

function isSame({ published, ...values }: ReturnType<typeof valuesOf>, existing: TextBookDetail): boolean {
  if (published !== undefined && published !== (existing.publishedAt !== null)) return false;
  return Object.entries(storedValuesOf(existing)).every(
    ([name, value]) => values[name as keyof typeof values] === value,
  );
}
