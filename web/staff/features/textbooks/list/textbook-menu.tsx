import { Download, Edit, Plus, Trash } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import type { TextBookRowFragment } from '#web/staff/operations.generated.ts';

interface TextBookMenuProps {
  readonly book: Pick<TextBookRowFragment, 'id' | 'name'>;
  readonly onExport: () => void;
  readonly onDelete: () => void;
}

/** The actions on a textbook of the list. */
export function TextBookMenu({ book: { id, name }, onExport, onDelete }: TextBookMenuProps) {
  const { t } = useTranslation(['textbooks', 'lists']);
  const navigate = useNavigate();
  return (
    <RowMenu
      label={t('lists.rowActions', { name })}
      items={[
        { key: 'edit', text: t('edit'), icon: <Edit />, run: () => void navigate(`${paths.textbookDetail(id)}?edit`) },
        { key: 'unit', text: t('addUnit'), icon: <Plus />, run: () => void navigate(paths.newLesson(id)) },
        { key: 'export', text: t('exportQrCodes'), icon: <Download />, run: onExport },
        { key: 'delete', text: t('delete'), icon: <Trash />, intent: 'danger', run: onDelete },
      ]}
    />
  );
}
