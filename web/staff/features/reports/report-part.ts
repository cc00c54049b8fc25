import { id } from '#schema/rest/values.ts';
import type { ReportFilter } from '#web/staff/operations.generated.ts';
import { contentTypes } from '#web/staff/features/contents/content-types.ts';

/** The URL's parameters except sort and page: the report, the days, the part of the school, the bars and the export. */
export type ReportFilterName = 'tab' | 'from' | 'to' | PartName | 'by' | 'export';
export const partNames = ['class', 'book', 'unit', 'type'] as const;
export type PartName = (typeof partNames)[number];
export const reportFilters: readonly ReportFilterName[] = ['tab', 'from', 'to', ...partNames, 'by', 'export'];

export type ReportFilters = Readonly<Partial<Record<ReportFilterName, string>>>;

/** The part of the school named in the URL; null for the whole school. Invalid values are ignored. */
export function partOf({ class: classId, book, unit, type }: ReportFilters): ReportFilter | null {
  const textBookId = idOf(book);
  const part = {
    classId: idOf(classId),
    textBookId,
    // A unit is chosen within its book.
    lessonId: textBookId === null ? null : idOf(unit),
    contentType: contentTypes.find((name) => name === type?.toUpperCase()) ?? null,
  };
  return Object.values(part).some((value) => value !== null) ? part : null;
}

/** Changes one filter and keeps the others. A new textbook clears the unit, which belongs to the old textbook. */
export const withPart = (filters: ReportFilters, name: PartName, value: string | null): ReportFilters => ({
  ...filters,
  ...(name === 'book' && { unit: undefined }),
  [name]: value ?? undefined,
});

export const withoutPart = (filters: ReportFilters): ReportFilters => ({
  ...filters,
  ...{ class: undefined, book: undefined, unit: undefined, type: undefined },
});

function idOf(text: string | undefined): string | null {
  const read = id.safeParse(text);
  return read.success ? read.data : null;
}
