import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { CopyButton } from '#web/staff/ui/controls/copy-button.tsx';
import './new-key.css';

export interface MadeKey {
  readonly key: string;
  readonly name: string;
}

/** Shows the secret, once, and then the next step. */
export function NewKey({ made }: { readonly made: MadeKey }) {
  const { t } = useTranslation('api-keys');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <header className="page-header">
        <h1 ref={heading} tabIndex={-1}>
          {t('madeTitle', { name: made.name })}
        </h1>
      </header>
      <div className="panel new-key">
        <p>
          <strong>{t('onlyOnce')}</strong> {t('onlyOnceText')}
        </p>
        <div className="new-key-row">
          <input readOnly value={made.key} aria-label={t('key')} onFocus={(event) => event.target.select()} />
          <CopyButton text={made.key} label={t('copyKey')} />
        </div>
        <p>{t('howToSend')}</p>
        <ManualLinks />
        <Link className="bp6-button bp6-large bp6-intent-primary" to={paths.apiKeys}>
          {t('kept')}
        </Link>
      </div>
    </>
  );
}

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
