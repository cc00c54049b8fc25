import { localeOf } from '#schema/languages.ts';

const kilobyte = 1024;

/** A number of bytes in kilobytes or megabytes. */
export function sizeInWords(bytes: number, language: string): string {
  const megabytes = bytes >= kilobyte * kilobyte;
  const value = megabytes ? bytes / kilobyte / kilobyte : bytes / kilobyte;
  const unit = megabytes ? 'megabyte' : 'kilobyte';
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}
