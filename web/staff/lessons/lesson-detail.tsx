import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { CreateLink } from '#web/staff/lists/create-link.tsx';
import { useLessonQuery, type LessonDetailFragment } from '#web/staff/operations.generated.ts';
import { firstPage } from '#web/staff/ordering/whole-list.ts';
import { DetailScreen } from '#web/staff/shell/detail-screen.tsx';
import { Breadcrumbs } from '#web/staff/textbooks/breadcrumbs.tsx';
import { QrExportStatus } from '#web/staff/textbooks/qr-export-status.tsx';
import { useQrExport } from '#web/staff/textbooks/use-qr-export.ts';
import { LessonEdit } from './lesson-edit.tsx';
import { LessonFacts } from './lesson-facts.tsx';
import { LessonHeader } from './lesson-header.tsx';
import { UnitContents } from './unit-contents.tsx';
import { unitTitle } from './unit-title.ts';
import '#web/staff/textbooks/textbook-detail.css';
import '#web/staff/textbooks/unit-tree.css';

export const loader = words('lessons', 'textbooks', 'lists');

/** One unit: its contents in their order, what is known of it, and the form that changes it (`?edit`). */
export function Component() {
  const { t } = useTranslation(['lessons', 'textbooks']);
  const { unitId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const query = useLessonQuery({ variables: { id: unitId, page: firstPage }, fetchPolicy: 'cache-and-network' });
  const qrExport = useQrExport();
  const found = query.data?.lesson;
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
              <ContentsPanel found={found} />
              <LessonFacts found={found} />
            </div>
          )}
        </>
      )}
    </DetailScreen>
  );
}

function ContentsPanel({ found }: { readonly found: LessonDetailFragment }) {
  const { t } = useTranslation('lessons');
  return (
    <section className="panel unit-tree" aria-label={t('contents')}>
      <header>
        <h2>{t('contents')}</h2>
        <CreateLink to={paths.newContent(found.id)} text={t('addContent')} />
      </header>
      <UnitContents unit={found} />
    </section>
  );
}
