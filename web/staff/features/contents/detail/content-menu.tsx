import { Refresh, Trash } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { useWhileHere } from '#web/staff/platform/while-here.ts';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import type { ContentDetailFragment } from '#web/staff/operations.generated.ts';
import { useDeleteContent } from '#web/staff/features/contents/use-delete-content.ts';
import { useReplaceContentCode } from './use-replace-content-code.ts';

/** The actions on a content. */
export function ContentMenu({ found }: { readonly found: ContentDetailFragment }) {
  const { t } = useTranslation(['contents', 'lessons', 'lists']);
  const navigate = useNavigate();
  const whileHere = useWhileHere();
  const { remove: deleteContent, question } = useDeleteContent();
  const { replace, question: replaceQuestion } = useReplaceContentCode();
  const { name, unit, textBook } = found;

  const remove = () =>
    void deleteContent({
      content: found,
      unit: { id: unit.id, textBookId: textBook.id },
      leave: () => whileHere(() => void navigate(paths.lessonDetail(unit.id), { replace: true })),
    });

  return (
    <>
      <RowMenu
        label={t('lists.rowActions', { name })}
        items={[
          { key: 'regenerate', text: t('regenerate'), icon: <Refresh />, run: () => void replace(found) },
          { key: 'delete', text: t('lessons.delete'), icon: <Trash />, intent: 'danger', run: remove },
        ]}
      />
      {question}
      {replaceQuestion}
    </>
  );
}
