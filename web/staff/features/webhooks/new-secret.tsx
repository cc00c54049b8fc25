import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { ShownOnce } from '#web/staff/ui/controls/shown-once.tsx';

interface NewSecretProps {
  readonly title: string;
  readonly secret: string;
  readonly onKept: () => void;
}

/** Shows a webhook's secret, once. */
export function NewSecret({ title, secret, onKept }: NewSecretProps) {
  const { t, i18n } = useTranslation('webhooks');
  return (
    <ShownOnce
      title={title}
      warning={
        <>
          <strong>{t('onlyOnce')}</strong> {t('onlyOnceText')}
        </>
      }
      secret={secret}
      label={t('secret')}
      copyLabel={t('copySecret')}
    >
      <p>{t('howToVerify')}</p>
      <a href={`/graphql/examples?lng=${i18n.language}`}>{t('examples')}</a>
      <Button intent="primary" size="large" text={t('kept')} onClick={onKept} />
    </ShownOnce>
  );
}
