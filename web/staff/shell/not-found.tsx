import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useTitle } from '#web/shared/title.ts';
import { Message, useFirstScreen } from './screen-error.tsx';
import { Component as Shell } from './shell.tsx';

/** The 404 screen of a signed-in user. */
export function Component() {
  const { t } = useTranslation();
  useTitle(t('notFoundTitle'));
  const first = useFirstScreen();
  return (
    <Shell>
      <Message title={t('notFoundTitle')} text={t('notFoundText')}>
        <Link to={first}>{t('goHome')}</Link>
      </Message>
    </Shell>
  );
}
