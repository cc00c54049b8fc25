import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { roleAllowed, staffTools } from '#schema/access.ts';
import { staffName } from '#schema/staff-name.ts';
import { paths } from '#web/paths.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { useUserQuery, useUserSurroundingsQuery, type UserDetailFragment } from '#web/staff/operations.generated.ts';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { UserAccount } from './user-account.tsx';
import { UserActivity } from './user-activity.tsx';
import { UserClasses } from './user-classes.tsx';
import { UserEdit } from '#web/staff/features/users/form/user-edit.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserStatusMark } from '#web/staff/features/users/user-status.tsx';
import './user-detail.css';

export const loader = words('users', 'auth', 'forms', 'lists', 'classes', 'audit');

/** One user: the form, the account, the classes, and the audit log. */
export function Component() {
  const { t } = useTranslation('users');
  const { id = '' } = useParams();
  const role = useLoginInfo()?.role ?? 'Teacher';
  // A row that a list cached may have an old version; the form needs the current one.
  const query = useUserQuery({ variables: { id } });
  // Both queries are sent at once, in parallel.
  const around = useUserSurroundingsQuery({
    variables: { id, withLog: roleAllowed(role, staffTools.audit) },
    context: { ownProblems: true },
  }).data;
  const found = query.data && unmask<UserDetailFragment>(query.data.user);
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
