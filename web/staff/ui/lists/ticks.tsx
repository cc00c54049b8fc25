import { Checkbox } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { Ticks } from './selection.ts';

interface PageTickProps {
  readonly ticks: Ticks;
  readonly pageKeys: readonly string[];
  /** With a visible label, for the cards, which have no header row. */
  readonly withText?: boolean;
}

/** Ticks all rows of the page, or none. */
export function PageTick({ ticks, pageKeys, withText = false }: PageTickProps) {
  const { t } = useTranslation('lists');
  const ticked = pageKeys.filter(ticks.isTicked).length;
  const whole = ticked > 0 && ticked === pageKeys.length;
  return (
    <Checkbox
      className="page-tick"
      aria-label={t('tickPage')}
      label={withText ? t('tickPage') : undefined}
      checked={whole}
      indeterminate={ticked > 0 && !whole}
      onChange={() => ticks.tick(pageKeys, !whole)}
    />
  );
}

interface RowTickProps {
  readonly ticks: Ticks;
  readonly rowKey: string;
  readonly name: string;
}

export function RowTick({ ticks, rowKey, name }: RowTickProps) {
  const { t } = useTranslation('lists');
  return (
    <Checkbox
      aria-label={t('tickRow', { name })}
      checked={ticks.isTicked(rowKey)}
      onChange={(event) => ticks.tick([rowKey], event.currentTarget.checked)}
    />
  );
}
