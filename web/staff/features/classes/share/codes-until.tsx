import { useTranslation } from 'react-i18next';
import { dayInWords } from '#web/shared/i18n/days.ts';
import type { ClassDetailFragment } from '#web/staff/operations.generated.ts';
import './codes-until.css';

interface CodesUntilProps {
  readonly found: ClassDetailFragment;
  readonly on: 'page' | 'cards';
}

/** Warns before codes of the class are printed: after a day, the class will have the codes of its old class. */
export function CodesUntil({ found: { codesUntil }, on }: CodesUntilProps) {
  const { t, i18n } = useTranslation('classes');
  if (codesUntil === null) return null;
  return <p className="codes-until">{t(`codesUntil-${on}`, { day: dayInWords(codesUntil, i18n.language) })}</p>;
}
