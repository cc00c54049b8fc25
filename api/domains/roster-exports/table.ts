import { v5 } from 'uuid';
import type { CsvRow } from '#api/ground/csv/write.ts';

export interface Table {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: () => Generator<CsvRow>;
}

export const head = ['sourcedId', 'status', 'dateLastModified'];
// A namespace of this product alone. The rows that we do not store have ids that stay the same from export to export.
const namespace = '5a7a7c5e-2f0d-4b8e-9a1c-6c1f1a3f7d20';
/** An id that we do not store. */
export const derived = (...parts: readonly string[]): string => v5(parts.join('\n'), namespace);
/** The school of classes without a school, since the format demands one for each class. */
export const noSchool = derived('no school');

/** The `sourcedId` of a row in a package: its external id, or our own id without one. */
export const idOf = ({ id, externalId }: { readonly id: string; readonly externalId: string | null }): string =>
  externalId ?? id;
export const orgOf = (schoolId: string | null): string => schoolId ?? noSchool;
export const sessionOf = ({ startDate, endDate }: { readonly startDate: string; readonly endDate: string }): string =>
  derived('session', startDate, endDate);

export const table = (name: string, header: readonly string[], rows: Iterable<CsvRow>): Table => ({
  name,
  header,
  *rows() {
    yield* rows;
  },
});
