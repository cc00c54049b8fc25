import { Button } from '@blueprintjs/core';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#schema/languages.ts';
import { mostAtOnce, type Selection, type Ticks } from './selection.ts';
import './bulk-bar.css';

interface BulkBarProps {
  readonly ticks: Ticks;
  readonly totalCount: number;
  readonly pageCount: number;
  readonly actions: (selection: Selection) => ReactNode;
}

/** The bar of bulk actions at the window's lower edge. A live region announces the number of ticked rows. */
export function BulkBar({ ticks, totalCount, pageCount, actions }: BulkBarProps) {
  const { t, i18n } = useTranslation('lists');
  const { count, all } = ticks;
  const root = useRef<HTMLDivElement>(null);
  useFocusAfterwards(root, count);
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  const [total, most] = [number.format(totalCount), number.format(mostAtOnce)];
  const full = count >= mostAtOnce && totalCount > mostAtOnce;
  return (
    <div ref={root} className={count > 0 ? 'bulk-bar' : 'visually-hidden'} role="group" aria-label={t('bulkActions')}>
      <span role="status" className="bulk-count">
        {count > 0 && (
          <>
            {t('selected', { count })}
            <span className="visually-hidden"> {t('selectedWhere')}</span>
            {full && <small>{t('selectMost', { most })}</small>}
          </>
        )}
      </span>
      {count > 0 && (
        <>
          {!all && count >= pageCount && totalCount > count && !full && (
            <Button
              variant="minimal"
              size="small"
              text={totalCount > mostAtOnce ? t('selectFirst', { most, total }) : t('selectAll', { total })}
              onClick={ticks.tickAll}
            />
          )}
          <div className="bulk-actions">
            {actions(ticks)}
            <Button variant="minimal" text={t('clearSelection')} onClick={ticks.clear} />
          </div>
        </>
      )}
    </div>
  );
}

/** When the bar disappears with the focus in it, the focus moves to the list. */
function useFocusAfterwards(root: RefObject<HTMLElement | null>, count: number): void {
  const before = useRef(count);
  useLayoutEffect(() => {
    const gone = before.current > 0 && count === 0;
    before.current = count;
    if (!gone || document.activeElement !== document.body) return;
    const card = root.current?.closest('.list-card');
    const ticks = [...(card?.querySelectorAll<HTMLElement>('.page-tick input') ?? [])];
    // Table and cards each have a checkbox; only one of the two is visible.
    ticks.find((tick) => tick.offsetParent !== null)?.focus();
  }, [root, count]);
}
