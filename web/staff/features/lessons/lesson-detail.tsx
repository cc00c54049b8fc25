import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { useLessonQuery, type LessonDetailFragment } from '#web/staff/operations.generated.ts';
import { firstPage } from '#web/staff/ui/ordering/kept-list.ts';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { Breadcrumbs, unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { QrExportStatus, useQrExport } from '#web/staff/features/qr-codes/qr-export.tsx';
import { ContentsPanel } from './contents-panel.tsx';
import { LessonEdit } from './lesson-edit.tsx';
import { LessonFacts } from './lesson-facts.tsx';
import { LessonHeader } from './lesson-header.tsx';
import '#web/staff/features/curriculum/curriculum-detail.css';
import '#web/staff/features/curriculum/unit-tree.css';

export const loader = words('lessons', 'textbooks', 'lists');

/** One unit: its contents in order, its facts, and the form that edits it (`?edit`). */
export function Component() {
  const { t } = useTranslation(['lessons', 'textbooks']);
  const { unitId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const query = useLessonQuery({ variables: { id: unitId, page: firstPage } });
  const qrExport = useQrExport();
  const found = query.data && unmask<LessonDetailFragment>(query.data.lesson);
  const editing = search.has('edit');
  useTitle(found ? unitTitle(found) : t('title'));
  return (
    <DetailScreen
      list={paths.textbooks}
      title={t('textbooks.title')}
      trail={
        <Breadcrumbs
          textBook={found?.textBook}
          unit={editing ? found : undefined}
          current={editing ? t('edit') : found?.title}
        />
      }
      missingTitle={t('missingTitle')}
      missingText={t('missingText')}
      query={query}
    >
      {found && (
        <>
          <LessonHeader found={found} editing={editing} qrExport={qrExport} />
          <QrExportStatus {...qrExport} />
          {editing ? (
            <LessonEdit key={unitId} found={found} onDone={() => setSearch({}, { replace: true })} />
          ) : (
            <div className="textbook-detail">
              <ContentsPanel unit={found} empty={query.data?.contents.totalCount === 0} />
              <LessonFacts found={found} />
            </div>
          )}
        </>
      )}
    </DetailScreen>
  );
}
