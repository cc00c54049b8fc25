import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { Notice } from './notice.tsx';
import { useTitle } from '#web/shared/title.ts';

export function Component() {
  const { t } = useTranslation();
  useTitle(t('notFoundTitle'));
  return (
    <Notice title={t('notFoundTitle')} text={t('notFoundText')}>
      <Link to={paths.root}>{t('goHome')}</Link>
    </Notice>
  );
}
