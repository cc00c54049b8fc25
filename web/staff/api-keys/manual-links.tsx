import { useTranslation } from 'react-i18next';

/** Where an integrator reads on: both are pages of the gateway's own. */
export function ManualLinks() {
  const { t, i18n } = useTranslation('api-keys');
  return (
    <span className="manual-links">
      <a href={`/graphql/examples?lng=${i18n.language}`}>{t('examples')}</a>
      <a href={`/graphql?lng=${i18n.language}`}>{t('explorer')}</a>
    </span>
  );
}
