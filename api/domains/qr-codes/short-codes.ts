import { eq } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { printedCodes, textbooks } from '#api/ground/db/schema.ts';
import { ApiProblem } from '#api/ground/http/problems.ts';
import { foldedKey } from './printed-codes.ts';

/** The 409 for a short code that another textbook has had, by its name: it may be printed there. */
export async function shortCodePrinted(db: Queryable, shortCode: string): Promise<ApiProblem> {
  const [holder] = await db
    .select({ id: textbooks.id, name: textbooks.name })
    .from(printedCodes)
    .innerJoin(textbooks, eq(textbooks.id, printedCodes.textbookId))
    .where(eq(printedCodes.key, foldedKey(shortCode)));
  const name = holder?.name ?? '';
  return new ApiProblem({
    status: 409,
    messageKey: 'messages.shortCodePrinted',
    messageValues: { name },
    detail: `${name} has or had this short code, and it may be printed.`,
    errors: { shortCode: ['messages.shortCodePrinted'] },
    existingId: holder?.id,
  });
}
