import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { useWhileHere } from '#web/staff/platform/while-here.ts';
import { ImportFile } from './import-file.tsx';
import { ImportJob } from './import-job.tsx';
import './user-import.css';

export const loader = words('users', 'lists', 'forms');

/** Imports users from a file: first a dry run, then a job. The job's id is in the URL, so that a reload shows the same job. */
export function Component() {
  const { t } = useTranslation('users');
  const [params, setParams] = useSearchParams();
  const whileHere = useWhileHere();
  const id = params.get('id');
  useTitle(t('importTitle'));
  return (
    <>
      <Link to={paths.users} className="back-link">
        {t('title')}
      </Link>
      <header className="page-header">
        <h1>{t('importTitle')}</h1>
      </header>
      {id === null ? (
        <ImportFile onStarted={(started) => whileHere(() => setParams({ id: started }, { replace: true }))} />
      ) : (
        <ImportJob key={id} id={id} onAnother={() => setParams({})} />
      )}
    </>
  );
}
