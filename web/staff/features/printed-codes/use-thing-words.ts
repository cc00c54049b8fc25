import { useTranslation } from 'react-i18next';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import type { PrintedThingFactsFragment } from '#web/staff/operations.generated.ts';

/** The names of textbooks, units and contents, even of permanently deleted ones. */
export function useThingWords() {
  const { t } = useTranslation('printed-codes');
  return {
    nameOf: (thing: Masked<PrintedThingFactsFragment>): string =>
      unmask<PrintedThingFactsFragment>(thing).name ?? t('gone'),
    /** The kind, and the place in the textbook: "Unit 4, page 5". */
    placeOf: (thing: Masked<PrintedThingFactsFragment>): string => {
      const { kind, unitNumber, pageNumber } = unmask<PrintedThingFactsFragment>(thing);
      if (kind === 'TEXTBOOKS') return t('textBook');
      if (kind === 'LESSONS') return unitNumber === null ? t('unit') : t('unitNumber', { number: unitNumber });
      if (unitNumber === null || pageNumber === null) return t('content');
      return t('page', { number: unitNumber, page: pageNumber });
    },
  };
}
