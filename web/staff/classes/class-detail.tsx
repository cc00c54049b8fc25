import { Button, Spinner } from '@blueprintjs/core';
import { Edit } from '@blueprintjs/icons';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { ListProblem } from '#web/staff/lists/list-states.tsx';
import { useClassQuery, type ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { ClassEdit } from './class-edit.tsx';
import { ClassFacts } from './class-facts.tsx';
import { ClassShare } from './class-share.tsx';
import { ClassStatusMark } from './class-status.tsx';
import './class-detail.css';

export const loader = words('classes', 'lists');

/** One class: its codes and links to hand out, its facts, and the form that changes them (`?edit`). */
export function Component() {
  const { t } = useTranslation(['classes', 'common']);
  const { id = '' } = useParams();
  const query = useClassQuery({ variables: { id } });
  const found = query.data?.class;
  useTitle(found?.className ?? t('title'));
  return (
    <>
      <Link to={paths.classes} className="back-link">
        {t('title')}
      </Link>
      {found ? (
        <FoundClass found={found} />
      ) : query.error ? (
        <MissingClass error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="screen-loading">
          <Spinner aria-label={t('common.loading')} />
        </div>
      )}
    </>
  );
}

function FoundClass({ found }: { readonly found: ClassDetailFragment }) {
  const { t } = useTranslation('classes');
  const [search, setSearch] = useSearchParams();
  const editing = search.has('edit');
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [editing]);
  return (
    <>
      <header className="page-header">
        <h1>{found.className}</h1>
        <ClassStatusMark status={found.status} />
        {!editing && <Button icon={<Edit />} text={t('edit')} onClick={() => setSearch({ edit: '' })} />}
      </header>
      {editing ? (
        <ClassEdit found={found} onDone={() => setSearch({}, { replace: true })} />
      ) : (
        <div className="class-detail">
          <ClassFacts found={found} />
          <ClassShare found={found} />
        </div>
      )}
    </>
  );
}

interface MissingClassProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

function MissingClass({ error, onRetry }: MissingClassProps) {
  const { t } = useTranslation('classes');
  const problem = problemOf(error);
  const unknown = problem.status === 404 || problem.status === 400;
  return (
    <>
      <header className="page-header">
        <h1>{unknown ? t('missingTitle') : t('title')}</h1>
      </header>
      <div className="panel">
        {unknown ? <p>{t('missingText')}</p> : <ListProblem problem={problem} onRetry={onRetry} />}
      </div>
    </>
  );
}
