import { Spinner } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';

/** Shown while the content of a screen is loading. */
export function ScreenLoading() {
  const { t } = useTranslation('common');
  return (
    <div className="screen-loading">
      <Spinner aria-label={t('loading')} />
    </div>
  );
}
