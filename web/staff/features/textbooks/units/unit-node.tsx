import { Download, Edit, Plus, Trash, ChevronRight } from '@blueprintjs/icons';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import { UnitContents } from '#web/staff/features/contents/in-unit/unit-contents.tsx';
import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import type { LessonRowFragment } from '#web/staff/operations.generated.ts';

interface UnitNodeProps {
  readonly unit: LessonRowFragment;
  readonly controls: ReactNode;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onExport: () => void;
  readonly onDelete: () => void;
}

/** A unit in the textbook's tree. An open unit shows its contents below. */
export function UnitNode({ unit, controls, isOpen, onToggle, onExport, onDelete }: UnitNodeProps) {
  const { t } = useTranslation(['lessons', 'lists', 'textbooks']);
  const navigate = useNavigate();
  const contentsId = useId();
  const { id, number, contentCount, publishedAt } = unit;
  const name = unitTitle(unit);
  return (
    <>
      <div className="unit-line">
        {controls}
        <button
          type="button"
          className="unit-toggle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? contentsId : undefined}
          aria-label={t('showContentsOf', { name })}
          onClick={onToggle}
        >
          <ChevronRight />
        </button>
        <span className="line-words">
          <Link to={paths.lessonDetail(id)}>{name}</Link>
          <span className="line-facts">
            <span>{t('numberShort', { number })}</span>
            <span>{t('textbooks.contentCount', { count: contentCount })}</span>
            {publishedAt === null && <StatusMark tone="quiet">{t('draft')}</StatusMark>}
          </span>
        </span>
        <RowMenu
          label={t('lists.rowActions', { name })}
          items={[
            { key: 'add', text: t('addContent'), icon: <Plus />, run: () => void navigate(paths.newContent(id)) },
            {
              key: 'edit',
              text: t('edit'),
              icon: <Edit />,
              run: () => void navigate(`${paths.lessonDetail(id)}?edit`),
            },
            { key: 'export', text: t('textbooks.exportQrCodes'), icon: <Download />, run: onExport },
            { key: 'delete', text: t('delete'), icon: <Trash />, intent: 'danger', run: onDelete },
          ]}
        />
      </div>
      {isOpen && (
        <div className="unit-contents" id={contentsId}>
          <UnitContents unit={unit} />
          <Link className="add-line" to={paths.newContent(id)} aria-label={t('addContentTo', { name })}>
            <Plus />
            {t('addContent')}
          </Link>
        </div>
      )}
    </>
  );
}
