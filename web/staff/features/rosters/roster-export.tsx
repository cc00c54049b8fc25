import { Download } from '@blueprintjs/icons';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { ExportRosterDocument, type ExportRosterQuery } from '#web/staff/operations.generated.ts';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { DownloadButton } from '#web/staff/ui/controls/download-button.tsx';

/** Downloads the classes that the caller sees as a package. */
export function RosterExport() {
  const { t } = useTranslation('one-roster');
  const client = useApolloClient();

  return (
    <section className="panel" aria-label={t('exportTitle')}>
      <h2>{t('exportTitle')}</h2>
      <p>{t('exportText')}</p>
      <DownloadButton
        icon={<Download />}
        text={t('export')}
        ask={async () => {
          const { data } = await client.query<ExportRosterQuery>({ query: ExportRosterDocument, ...noCache });
          return data?.exportRoster;
        }}
      />
    </section>
  );
}
