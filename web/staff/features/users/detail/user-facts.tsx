import { useTranslation } from 'react-i18next';
import { maskedPhone } from '#schema/rules/phone.ts';
import { messageText } from '#web/shared/i18n/message-text.ts';
import type { UserDetailFragment } from '#web/staff/operations.generated.ts';
import { roleWords } from '#web/staff/features/users/user-words.ts';

/** A user whom the signed-in user can see but not edit: the fields, and the reason. */
export function UserFacts({ found }: { readonly found: UserDetailFragment }) {
  const { t } = useTranslation(['users', 'shell']);
  const why = found.refusal === null ? undefined : (messageText(found.refusal) ?? found.refusal);
  return (
    <section className="panel" aria-label={t('sectionPerson')}>
      <h2>{t('sectionPerson')}</h2>
      {why && <p className="user-why">{why}</p>}
      <dl className="user-facts">
        <dt>{t('email')}</dt>
        <dd>{found.email}</dd>
        <dt>{t('role')}</dt>
        <dd>{t(`shell.${roleWords[found.role]}`)}</dd>
        {found.phoneNumber !== null && (
          <>
            <dt>{t('phoneNumber')}</dt>
            <dd>{maskedPhone(found.phoneNumber)}</dd>
          </>
        )}
        <dt>{t('mailLanguage')}</dt>
        <dd>{t(found.language === 'JP' ? 'languageJp' : 'languageEn')}</dd>
      </dl>
    </section>
  );
}
