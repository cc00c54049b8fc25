import { Button } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#web/staff/ui/controls/copy-button.tsx';
import './webhooks.css';

interface NewSecretProps {
  readonly title: string;
  readonly secret: string;
  readonly onKept: () => void;
}

/** Shows a webhook's secret, once. */
export function NewSecret({ title, secret, onKept }: NewSecretProps) {
  const { t, i18n } = useTranslation('webhooks');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <header className="page-header">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </header>
      <div className="panel new-secret">
        <p>
          <strong>{t('onlyOnce')}</strong> {t('onlyOnceText')}
        </p>
        <div className="new-secret-row">
          <input readOnly value={secret} aria-label={t('secret')} onFocus={(event) => event.target.select()} />
          <CopyButton text={secret} label={t('copySecret')} />
        </div>
        <p>{t('howToVerify')}</p>
        <a href={`/graphql/examples?lng=${i18n.language}`}>{t('examples')}</a>
        <Button intent="primary" size="large" text={t('kept')} onClick={onKept} />
      </div>
    </>
  );
}
