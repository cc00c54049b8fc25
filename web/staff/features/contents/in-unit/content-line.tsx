import { Edit, Trash } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import type { ContentItemFragment } from '#web/staff/operations.generated.ts';
import { typeIcons } from '#web/staff/features/contents/content-type-icon.tsx';
import { typeWords } from '#web/staff/features/contents/content-types.ts';

interface ContentLineProps {
  readonly content: ContentItemFragment;
  /** The controls that move the content; absent until all contents of the unit are loaded. */
  readonly controls: ReactNode;
  readonly onDelete: () => void;
}

/** One content of a unit: its picture or its type's icon, its page, its name. */
export function ContentLine({ content, controls, onDelete }: ContentLineProps) {
  const { t } = useTranslation(['lessons', 'lists']);
  const navigate = useNavigate();
  const { id, name, type, pageNumber, thumbnail, publishedAt } = content;
  return (
    <div className="content-line">
      {controls}
      {thumbnail ? (
        <img className="content-picture" src={thumbnail.url} alt="" loading="lazy" width={48} height={36} />
      ) : (
        <span className="content-picture">{typeIcons[type]}</span>
      )}
      <span className="line-words">
        <Link to={paths.contentDetail(id)}>{name}</Link>
        <span className="line-facts">
          <span>{t('page', { page: pageNumber })}</span>
          <span className="line-type">
            {typeIcons[type]}
            {t(typeWords[type])}
          </span>
          {publishedAt === null && <StatusMark tone="quiet">{t('draft')}</StatusMark>}
        </span>
      </span>
      <RowMenu
        label={t('lists.rowActions', { name })}
        items={[
          { key: 'edit', text: t('edit'), icon: <Edit />, run: () => void navigate(paths.contentDetail(id)) },
          { key: 'delete', text: t('delete'), icon: <Trash />, intent: 'danger', run: onDelete },
        ]}
      />
    </div>
  );
}
