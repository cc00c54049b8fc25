import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportRosterDocument, type ExportRosterQuery } from '#web/staff/operations.generated.ts';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { downloadFile } from '#web/staff/ui/controls/download.ts';

/** Downloads the classes that the caller sees as a package. */
export function RosterExport() {
  const { t } = useTranslation('one-roster');
  const client = useApolloClient();
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const { data } = await client.query<ExportRosterQuery>({ query: ExportRosterDocument, ...noCache });
      if (data) downloadFile(data.exportRoster);
    } catch {
      // The error link has shown the problem.
    }
    setBusy(false);
  }

  return (
    <section className="panel" aria-label={t('exportTitle')}>
      <h2>{t('exportTitle')}</h2>
      <p>{t('exportText')}</p>
      <Button
        icon={<Download />}
        text={t('export')}
        aria-disabled={busy}
        onClick={busy ? undefined : () => void save()}
      />
    </section>
  );
}
