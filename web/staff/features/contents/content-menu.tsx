import { Refresh, Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import type { ContentDetailFragment } from '#web/staff/operations.generated.ts';
import { useDeleteContent } from './use-delete-content.ts';
import { RegenerateContentCode } from './regenerate-content-code.tsx';

/** What can be done with a content as a whole. */
export function ContentMenu({ found }: { readonly found: ContentDetailFragment }) {
  const { t } = useTranslation(['contents', 'lessons', 'lists']);
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { remove: deleteContent, question } = useDeleteContent();
  const { id, name, unit, textBook } = found;

  const remove = () =>
    void deleteContent({
      content: found,
      unit: { id: unit.id, textBookId: textBook.id },
      leave: () => void navigate(paths.lessonDetail(unit.id), { replace: true }),
    });

  return (
    <>
      <RowMenu
        label={t('lists.rowActions', { name })}
        items={[
          { key: 'regenerate', text: t('regenerate'), icon: <Refresh />, run: () => setAsking(true) },
          { key: 'delete', text: t('lessons.delete'), icon: <Trash />, intent: 'danger', run: remove },
        ]}
      />
      {question}
      <RegenerateContentCode id={id} isOpen={asking} onClose={() => setAsking(false)} />
    </>
  );
}
