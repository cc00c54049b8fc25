import { Button, Dialog } from '@blueprintjs/core';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { networkOnly } from '#web/staff/platform/apollo/freshness.ts';
import { paths } from '#web/paths.ts';
import { useClassesOfTextBookQuery } from '#web/staff/operations.generated.ts';
import './used-by-classes.css';

interface UsedByClassesProps {
  readonly book: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Explains why a textbook cannot be deleted, with links to the classes that use it. */
export function UsedByClasses({ book, onClose }: UsedByClassesProps) {
  const { t } = useTranslation(['textbooks', 'messages', 'common']);
  const id = useId();
  const close = useRef<HTMLButtonElement>(null);
  const { data } = useClassesOfTextBookQuery({ variables: { textBookId: book.id }, ...networkOnly });
  const { items = [], totalCount = 0 } = data?.classes ?? {};
  return (
    <Dialog
      isOpen
      onClose={onClose}
      onOpening={() => close.current?.focus()}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="confirm"
    >
      <h2 id={`${id}-title`}>{t('messages.couldNotDelete', { name: book.name })}</h2>
      <p id={`${id}-text`} className="confirm-text">
        {t('usedByText')}
      </p>
      <ul className="used-by" aria-label={t('classesUsing')}>
        {items.map((found) => (
          <li key={found.id}>
            <Link to={paths.classDetail(found.id)}>{found.className}</Link>
            <span className="code">{found.classCode}</span>
          </li>
        ))}
      </ul>
      {totalCount > items.length && (
        <Link to={`${paths.classes}?textbook=${book.id}`}>
          {t('usedByMore')} ({totalCount})
        </Link>
      )}
      <div className="confirm-buttons">
        <Button ref={close} text={t('common.close')} onClick={onClose} />
      </div>
    </Dialog>
  );
}
