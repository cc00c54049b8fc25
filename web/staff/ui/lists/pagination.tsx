import { Button } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#schema/languages.ts';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { pageSizes } from './list-state.ts';

interface PaginationProps {
  readonly page: number;
  readonly size: number;
  readonly totalCount: number;
  /** False when there are more than `totalCount`, which is then as far as the pages go. */
  readonly totalIsExact?: boolean | undefined;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

export function Pagination({ page, size, totalCount, totalIsExact = true, onPage, onSize }: PaginationProps) {
  const { t, i18n } = useTranslation('lists');
  const pages = Math.max(1, Math.ceil(totalCount / size));
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  const from = number.format((page - 1) * size + 1);
  const to = number.format(Math.min(page * size, totalCount));
  const total = `${number.format(totalCount)}${totalIsExact ? '' : '+'}`;
  return (
    <div className="pagination">
      <span className="pagination-range">{t('range', { from, to, total })}</span>
      <nav aria-label={t('pages')}>
        <Button
          variant="minimal"
          icon={<ChevronLeft />}
          aria-label={t('previousPage')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        {pageWindow(page, pages).map((entry, index) =>
          entry === null ? (
            <span key={`gap-${index}`} aria-hidden="true">
              …
            </span>
          ) : (
            <Button
              key={entry}
              variant="minimal"
              text={number.format(entry)}
              aria-label={t('pageNumber', { page: entry })}
              aria-current={entry === page ? 'page' : undefined}
              onClick={() => onPage(entry)}
            />
          ),
        )}
        <Button
          variant="minimal"
          icon={<ChevronRight />}
          aria-label={t('nextPage')}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </nav>
      <Select
        aria-label={t('pageSize')}
        value={size}
        onChange={(event) => onSize(Number(event.target.value))}
        options={pageSizes.map((value) => ({ value, label: t('rowsPerPage', { count: value }) }))}
      />
    </div>
  );
}

/** The page numbers to offer: first, last and the neighbours of the current one; null stands for a gap. */
export function pageWindow(page: number, pages: number): readonly (number | null)[] {
  const wanted = new Set([1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages));
  const shown: (number | null)[] = [];
  let last = 0;
  for (const one of [...wanted].sort((a, b) => a - b)) {
    // A gap would hide only one page, so the page's number takes the gap's place.
    if (one - last === 2) shown.push(one - 1);
    else if (one - last > 2) shown.push(null);
    shown.push(one);
    last = one;
  }
  return shown;
}
