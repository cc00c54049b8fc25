import { useTranslation } from 'react-i18next';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import type { PrintedThingFactsFragment } from '#web/staff/operations.generated.ts';
import { useThingWords } from './use-thing-words.ts';

interface ThingProps {
  readonly thing: Masked<PrintedThingFactsFragment>;
  /** The textbook whose page this is; another textbook's name is shown. */
  readonly inBook?: string | undefined;
}

/** A textbook, unit or content that a code opens: name, place and state. */
export function Thing({ thing, inBook }: ThingProps) {
  const { t } = useTranslation('printed-codes');
  const { nameOf, placeOf } = useThingWords();
  const { textBookName, kind, deleted, published } = unmask<PrintedThingFactsFragment>(thing);
  const otherBook = kind === 'TEXTBOOKS' || textBookName === inBook ? null : textBookName;
  return (
    <span className="printed-thing">
      <strong>{nameOf(thing)}</strong>
      <small>{[otherBook, placeOf(thing)].filter(Boolean).join(' · ')}</small>
      {deleted && <StatusMark tone="waiting">{t('deleted')}</StatusMark>}
      {!deleted && !published && <StatusMark tone="quiet">{t('draft')}</StatusMark>}
    </span>
  );
}
