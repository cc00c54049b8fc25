import { useTranslation } from 'react-i18next';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { personName } from '#web/staff/ui/controls/person-name.ts';
import type { UserDetailFragment } from '#web/staff/operations.generated.ts';

/** The facts of an account that the form does not edit. */
export function AccountFacts({ found }: { readonly found: UserDetailFragment }) {
  const { t, i18n } = useTranslation('users');
  const when = (instant: string) => instantInWords(instant, i18n.language);
  return (
    <dl className="user-facts">
      <dt>{t('lastSignIn')}</dt>
      <dd>{found.lastSignInAt ? when(found.lastSignInAt) : t('never')}</dd>
      {found.username !== null && (
        <>
          <dt>{t('username')}</dt>
          <dd>{found.username}</dd>
        </>
      )}
      {found.secondFactor && (
        <>
          <dt>{t('secondStep')}</dt>
          <dd>{t('secondStepOn')}</dd>
        </>
      )}
      <dt>{t('dateCreated')}</dt>
      <dd>{when(found.createdAt)}</dd>
      {found.invitedBy && (
        <>
          <dt>{t('invitedBy')}</dt>
          <dd>{personName(found.invitedBy)}</dd>
        </>
      )}
      <dt>{t('lastChange')}</dt>
      <dd>
        {when(found.updatedAt)}
        {found.updatedBy && (
          <>
            <br />
            {personName(found.updatedBy)}
          </>
        )}
      </dd>
    </dl>
  );
}
