import type { ZodSafeParseResult } from 'zod';
import { fieldErrors } from '#schema/problem.ts';
import type { UpsertResults } from '#schema/rest/upserts.ts';
import { ApiProblem, invalid } from './problems.ts';

type Result = UpsertResults['results'][number];

/** A row that was written, or was as wanted already. */
export type Upserted = Pick<Result, 'outcome'> & { readonly id: string };

interface Row {
  readonly externalId: string;
}

interface OwnRow {
  readonly id: string;
  readonly externalId: string | null;
}

/**
 * The values of a row after their check, or the problem with them. An export writes our own id for a row without an
 * external id, and the row gets no external id when the file is imported again.
 */
export function checkedValues<Values extends Pick<OwnRow, 'externalId'>>(
  { data, error }: ZodSafeParseResult<Values>,
  existing: OwnRow | undefined,
): Values {
  if (error) throw invalid(fieldErrors(error));
  if (data.externalId === null) throw invalid({ externalId: ['messages.invalidValue'] });
  return isOwnId(existing, data.externalId) ? { ...data, externalId: null } : data;
}

const isOwnId = (row: OwnRow | undefined, externalId: string): boolean =>
  row !== undefined && row.externalId === null && row.id === externalId.trim().toLowerCase();

/**
 * Writes each row by itself, one after the other, and returns the outcome of each. Sending the rows again is harmless,
 * so an error on our side (a status of 500 or more) ends the call.
 */
export async function upsertEach<Sent extends Row>(
  rows: readonly Sent[],
  upsert: (row: Sent) => Promise<Upserted>,
): Promise<UpsertResults> {
  const results: Result[] = [];
  for (const row of rows) results.push(await resultOf(row, upsert));
  const count = (wanted: Result['outcome']) => results.filter(({ outcome }) => outcome === wanted).length;
  const counts = { created: count('created'), updated: count('updated'), unchanged: count('unchanged') };
  return { ...counts, refused: count('refused'), results };
}

async function resultOf<Sent extends Row>(row: Sent, upsert: (row: Sent) => Promise<Upserted>): Promise<Result> {
  const { externalId } = row;
  try {
    const done = await twice(() => upsert(row));
    return { externalId, ...done, messageKey: null, faults: [] };
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status >= 500) throw error;
    const { messageKey = null, errors = {}, existingId = null } = error.body('', '');
    const faults = Object.entries(errors).map(([field, messageKeys]) => ({ field, messageKeys }));
    return { externalId, id: existingId, outcome: 'refused', messageKey, faults };
  }
}

/** After a CONFLICT somebody else was faster, and the row is read anew. */
async function twice<Done>(write: () => Promise<Done>): Promise<Done> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 409) return write();
    throw error;
  }
}
