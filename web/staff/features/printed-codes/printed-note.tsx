import { useTranslation } from 'react-i18next';
import { dayInWords } from '#web/shared/i18n/days.ts';

interface PrintedNoteProps {
  /** The edition that locks the textbook; undefined while it is not locked. */
  readonly edition: { readonly name: string; readonly printedOn: string } | undefined;
}

/** Says that the textbook is printed, before its lock is opened. */
export function PrintedNote({ edition }: PrintedNoteProps) {
  const { t, i18n } = useTranslation('printed-codes');
  if (!edition) return null;
  const { name, printedOn } = edition;
  return (
    <p className="printed-note">{t('printedNote', { edition: name, day: dayInWords(printedOn, i18n.language) })}</p>
  );
}
