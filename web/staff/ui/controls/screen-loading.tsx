import { Spinner } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';

/** The place of what is still loading. */
export function ScreenLoading() {
  const { t } = useTranslation('common');
  return (
    <div className="screen-loading">
      <Spinner aria-label={t('loading')} />
    </div>
  );
}
