import { Button } from '@blueprintjs/core';
import { Download, Edit, Trash } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { useWhileHere } from '#web/staff/platform/while-here.ts';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import type { LessonDetailFragment } from '#web/staff/operations.generated.ts';
import { PublishedMark } from '#web/staff/features/curriculum/published-mark.tsx';
import type { QrExport } from '#web/staff/features/qr-codes/qr-export.tsx';
import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { useDeleteLesson } from './use-delete-lesson.ts';

interface LessonHeaderProps {
  readonly found: LessonDetailFragment;
  readonly editing: boolean;
  readonly qrExport: QrExport;
}

/** The unit's title and its actions. */
export function LessonHeader({ found, editing, qrExport }: LessonHeaderProps) {
  const { t } = useTranslation(['lessons', 'lists', 'textbooks']);
  const navigate = useNavigate();
  const whileHere = useWhileHere();
  const [, setSearch] = useSearchParams();
  const { remove: deleteLesson, question } = useDeleteLesson();
  const { id, textBook } = found;
  const name = unitTitle(found);
  const remove = {
    key: 'delete',
    text: t('delete'),
    icon: <Trash />,
    intent: 'danger',
    run: () => {
      const leave = () => whileHere(() => void navigate(paths.textbookDetail(textBook.id)));
      void deleteLesson({ unit: found, textBookId: textBook.id, leave });
    },
  } as const;
  return (
    <header className="page-header">
      <h1>{editing ? t('textbooks.editing', { name }) : name}</h1>
      <PublishedMark of={found} />
      {!editing && (
        <div className="page-actions">
          <Button
            icon={<Download />}
            text={t('textbooks.exportQrCodes')}
            disabled={qrExport.bytes !== undefined}
            onClick={() => qrExport.start({ lessonId: id })}
          />
          <Button icon={<Edit />} text={t('edit')} onClick={() => setSearch({ edit: '' })} />
          <RowMenu label={t('lists.rowActions', { name })} items={[remove]} />
        </div>
      )}
      {question}
    </header>
  );
}
