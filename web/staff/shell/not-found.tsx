import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useTitle } from '#web/shared/title.ts';
import { Message } from './message.tsx';
import { Component as Shell } from './shell.tsx';
import { useFirstScreen } from './use-first-screen.ts';

/** An address that is none, for somebody who is signed in. */
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
