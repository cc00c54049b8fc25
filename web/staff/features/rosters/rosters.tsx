import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useWhileHere } from '#web/staff/platform/while-here.ts';
import { useTitle } from '#web/shared/title.ts';
import '#web/staff/features/users/import/user-import.css';
import { RosterExport } from './roster-export.tsx';
import { RosterJob } from './roster-job.tsx';
import { RosterPackage } from './roster-package.tsx';
import './rosters.css';

export const loader = words('one-roster', 'users', 'lists', 'forms');

/** Rosters as OneRoster packages, in and out. The import's id is in the URL, so that a reload shows the same one. */
export function Component() {
  const { t } = useTranslation(['one-roster', 'users']);
  const [params, setParams] = useSearchParams();
  const whileHere = useWhileHere();
  const id = params.get('id');
  useTitle(t('title'));
  return (
    <>
      <Link to={paths.users} className="back-link">
        {t('users.title')}
      </Link>
      <header className="page-header">
        <h1>{t('title')}</h1>
      </header>
      <div className="user-import">
        {id === null ? (
          <>
            <p className="roster-about">{t('text')}</p>
            <RosterPackage onChecking={(started) => whileHere(() => setParams({ id: started }, { replace: true }))} />
            <RosterExport />
          </>
        ) : (
          <RosterJob key={id} id={id} onAnother={() => setParams({})} />
        )}
      </div>
    </>
  );
}
