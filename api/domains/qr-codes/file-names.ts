import { safePart } from '#api/ground/files/file-names.ts';

/** The parts of a page's file name. */
export interface PageName {
  readonly shortCode: string;
  readonly unitNumber: number;
  readonly pageNumber: number;
  readonly name: string;
}

const shortCodeBytes = 60;
const nameBytes = 90;

/** A page's file name without extension, `HELLO1-unit-01-page-003-apple`: sorts in printed order, valid in every file system. */
export function pageStem({ pageNumber, name, ...unit }: PageName): string {
  const page = String(pageNumber).padStart(3, '0');
  return [unitStem(unit), 'page', page, safePart(name, nameBytes)].filter(Boolean).join('-');
}

export function unitStem({ shortCode, unitNumber }: Pick<PageName, 'shortCode' | 'unitNumber'>): string {
  return `${bookStem(shortCode)}-unit-${String(unitNumber).padStart(2, '0')}`;
}

export const bookStem = (shortCode: string): string => safePart(shortCode, shortCodeBytes) || 'book';
