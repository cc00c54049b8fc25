import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { useSchoolQuery, type SchoolDetailFragment } from '#web/staff/operations.generated.ts';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { SchoolEdit } from './school-edit.tsx';
import { SchoolFacts } from './school-facts.tsx';
import { SchoolHeader } from './school-header.tsx';
import { SchoolMembers } from './school-members.tsx';
import './school-detail.css';

export const loader = words('schools', 'lists', 'forms');

/** One school: its members, its facts, and the form that renames it (`?edit`). */
export function Component() {
  const { t } = useTranslation('schools');
  const { id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const query = useSchoolQuery({ variables: { id } });
  const found = query.data && unmask<SchoolDetailFragment>(query.data.school);
  const editing = search.has('edit');
  useTitle(found?.name ?? t('title'));
  return (
    <DetailScreen
      list={paths.schools}
      title={t('title')}
      missingTitle={t('missingTitle')}
      missingText={t('missingText')}
      query={query}
    >
      {found && (
        <>
          <SchoolHeader found={found} editing={editing} />
          {editing ? (
            <SchoolEdit key={id} found={found} onDone={() => setSearch({}, { replace: true })} />
          ) : (
            <div className="school-detail">
              <SchoolMembers school={found} />
              <SchoolFacts found={found} />
            </div>
          )}
        </>
      )}
    </DetailScreen>
  );
}
