import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { roleAllowed, staffTools } from '#schema/access.ts';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { useLoginInfo } from '#web/staff/auth/login-info.ts';
import { staffName } from '#schema/staff-name.ts';
import { useUserQuery, useUserSurroundingsQuery } from '#web/staff/operations.generated.ts';
import { DetailScreen } from '#web/staff/shell/detail-screen.tsx';
import { UserAccount } from './user-account.tsx';
import { UserActivity } from './user-activity.tsx';
import { UserClasses } from './user-classes.tsx';
import { UserEdit } from './user-edit.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserStatusMark } from './user-status.tsx';
import './user-detail.css';

export const loader = words('users', 'auth', 'forms', 'lists', 'classes', 'audit');

/** One user: the form that changes them, where the account stands, their classes, and what the log has of them. */
export function Component() {
  const { t } = useTranslation('users');
  const { id = '' } = useParams();
  const role = useLoginInfo()?.role ?? 'Teacher';
  // The versions that two people changed must not be told apart by what a list once showed.
  const query = useUserQuery({ variables: { id }, fetchPolicy: 'cache-and-network' });
  // Beside it, not after it: both are on their way at once.
  const around = useUserSurroundingsQuery({
    variables: { id, withLog: roleAllowed(role, staffTools.audit) },
    fetchPolicy: 'cache-and-network',
    context: { ownProblems: true },
  }).data;
  const found = query.data?.user;
  useTitle(found ? staffName(found) : t('title'));
  return (
    <DetailScreen
      list={paths.users}
      title={t('title')}
      missingTitle={t('missingTitle')}
      missingText={t('missingText')}
      query={query}
    >
      {found && (
        <>
          <header className="page-header">
            <h1>{staffName(found)}</h1>
            <UserStatusMark status={found.status} />
          </header>
          <div className="user-detail">
            {found.refusal === null ? <UserEdit key={id} found={found} /> : <UserFacts found={found} />}
            <div className="user-side">
              <UserAccount found={found} invitationDays={query.data?.settings.invitationDays ?? 0} />
              {around && found.role === 'TEACHER' && <UserClasses id={id} classes={around.classes} />}
              {around?.about && around.by && <UserActivity id={id} about={around.about.items} by={around.by.items} />}
            </div>
          </div>
        </>
      )}
    </DetailScreen>
  );
}
