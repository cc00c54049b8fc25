import { Button, Dialog } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { typeIcons } from '#web/staff/features/contents/content-type-icon.tsx';
import type { PresentedBook, PresentedPage } from '#web/staff/features/present/presented.ts';

interface PageListProps {
  readonly book: PresentedBook;
  readonly current: PresentedPage;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onOpen: (hashCode: string) => void;
}

/** All pages of the textbook by unit, with small images, to open one. */
export function PageList({ book, current, isOpen, onClose, onOpen }: PageListProps) {
  const { t } = useTranslation(['present', 'common']);
  const titleId = useId();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} className="board-pages" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{t('pages')}</h2>
        <Button size="large" variant="minimal" icon={<Cross />} aria-label={t('common.close')} onClick={onClose} />
      </header>
      <div className="board-pages-units">
        {book.classUnits.map(({ id, title, name }) => (
          <section key={id}>
            <h3>{`${title} · ${name}`}</h3>
            <ul>
              {book.studentContents
                .filter(({ unitId }) => unitId === id)
                .map((page) => (
                  <li key={page.id}>
                    <button
                      type="button"
                      aria-current={page.id === current.id ? 'page' : undefined}
                      onClick={() => onOpen(page.hashCode)}
                    >
                      <span className="board-pages-image">
                        {page.thumbnail ? <img src={page.thumbnail.url} alt="" loading="lazy" /> : typeIcons[page.type]}
                      </span>
                      <span>
                        <b>{page.name}</b>
                        <small>{t('page', { page: page.pageNumber })}</small>
                      </span>
                    </button>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
