import { id } from '#schema/rest/values.ts';
import type { ReportFilter } from '#web/staff/operations.generated.ts';
import { contentTypes } from '#web/staff/features/contents/content-types.ts';

/** What stands in the URL beside sort and page: which report, its days, its part of the school, how its chart is drawn. */
export type ReportFilterName = 'tab' | 'from' | 'to' | PartName | 'by' | 'export';
export const partNames = ['class', 'book', 'unit', 'type'] as const;
export type PartName = (typeof partNames)[number];
export const reportFilters: readonly ReportFilterName[] = ['tab', 'from', 'to', ...partNames, 'by', 'export'];

export type ReportFilters = Readonly<Partial<Record<ReportFilterName, string>>>;

/** The part of the school that the URL asks for; null for the whole, and what makes no sense narrows nothing. */
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

/** The other filters of a URL stay when one of a part changes; another book has other units. */
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
