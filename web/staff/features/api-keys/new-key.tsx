import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ApiKeyKind } from '#web/staff/operations.generated.ts';
import { paths } from '#web/paths.ts';
import { ShownOnce } from '#web/staff/ui/controls/shown-once.tsx';
import './new-key.css';

export interface MadeKey {
  readonly key: string;
  readonly name: string;
  readonly kind: ApiKeyKind;
}

/** Shows the secret once, with the next steps. */
export function NewKey({ made }: { readonly made: MadeKey }) {
  const { t } = useTranslation('api-keys');
  return (
    <ShownOnce
      title={t('madeTitle', { name: made.name })}
      warning={
        <>
          <strong>{t('onlyOnce')}</strong> {t('onlyOnceText')}{' '}
          {t(made.kind === 'SERVICE' ? 'actsByItself' : 'actsAsYou')}
        </>
      }
      secret={made.key}
      label={t('key')}
      copyLabel={t('copyKey')}
    >
      <p>{t('howToSend')}</p>
      <ManualLinks />
      <Link className="bp6-button bp6-large bp6-intent-primary" to={paths.apiKeys}>
        {t('kept')}
      </Link>
    </ShownOnce>
  );
}

/** Links for integrators to the examples and the explorer, both served by the gateway. */
export function ManualLinks() {
  const { t, i18n } = useTranslation('api-keys');
  return (
    <span className="manual-links">
      <a href={`/graphql/examples?lng=${i18n.language}`}>{t('examples')}</a>
      <a href={`/graphql?lng=${i18n.language}`}>{t('explorer')}</a>
    </span>
  );
}
