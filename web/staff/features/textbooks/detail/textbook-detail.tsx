import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import {
  useTextBookTreeQuery,
  type TextBookDetailFragment,
  type LessonRowFragment,
} from '#web/staff/operations.generated.ts';
import { firstPage, useWholeList } from '#web/staff/ui/ordering/kept-list.ts';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { Breadcrumbs } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { BrokenLinksNotice } from '#web/staff/features/link-health/broken-links-notice.tsx';
import { QrExportStatus, useQrExport } from '#web/staff/features/qr-codes/qr-export.tsx';
import { TextBookEdit } from '#web/staff/features/textbooks/form/textbook-edit.tsx';
import { TextBookFacts } from './textbook-facts.tsx';
import { TextBookHeader } from './textbook-header.tsx';
import { UnitTree } from '#web/staff/features/textbooks/units/unit-tree.tsx';
import '#web/staff/features/curriculum/curriculum-detail.css';

export const loader = words('textbooks', 'contents', 'lessons', 'link-health', 'lists');

/** One textbook: the tree of its units and contents, its facts, and the form that edits it (`?edit`). */
export function Component() {
  const { t } = useTranslation('textbooks');
  const { id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  // A row that a list cached may have an old version; the form needs the current one.
  const query = useTextBookTreeQuery({ variables: { id, page: firstPage } });
  const whole = useWholeList({ page: query.data?.textBookUnits, fetchMore: query.fetchMore });
  const qrExport = useQrExport();
  const found = query.data && unmask<TextBookDetailFragment>(query.data.textBook);
  const editing = search.has('edit');
  useTitle(found?.name ?? t('title'));
  return (
    <DetailScreen
      list={paths.textbooks}
      title={t('title')}
      trail={<Breadcrumbs textBook={editing ? found : undefined} current={editing ? t('edit') : found?.name} />}
      missingTitle={t('missingTitle')}
      missingText={t('missingText')}
      query={query}
    >
      {found && (
        <>
          <TextBookHeader found={found} editing={editing} qrExport={qrExport} />
          <QrExportStatus {...qrExport} />
          {!editing && <BrokenLinksNotice textBookId={id} />}
          {editing ? (
            <TextBookEdit key={id} found={found} onDone={() => setSearch({}, { replace: true })} />
          ) : (
            <div className="textbook-detail">
              <UnitTree
                textBookId={id}
                units={unmask<LessonRowFragment>(query.data?.textBookUnits.items ?? [])}
                whole={whole}
                onReload={query.refetch}
                onExport={(unit) => qrExport.start({ lessonId: unit.id })}
              />
              <TextBookFacts found={found} />
            </div>
          )}
        </>
      )}
    </DetailScreen>
  );
}
