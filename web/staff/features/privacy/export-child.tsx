import { Button } from '@blueprintjs/core';
import { Export } from '@blueprintjs/icons';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { graphqlLanguage } from '#web/staff/platform/apollo/graphql-language.ts';
import { downloadFile } from '#web/staff/ui/controls/download.ts';
import { ExportProfileDataDocument, type ExportProfileDataQuery } from '#web/staff/operations.generated.ts';

/** Exports all stored data of a child as one file, with a readme in the language of the screen. */
export function ExportChild({ id }: { readonly id: string }) {
  const { t, i18n } = useTranslation('privacy');
  const client = useApolloClient();
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const { data } = await client.query<ExportProfileDataQuery>({
        query: ExportProfileDataDocument,
        variables: { id, language: graphqlLanguage(i18n.language) },
        ...noCache,
      });
      if (data) downloadFile(data.exportProfileData);
    } catch {
      // The error link has shown the problem.
    }
    setBusy(false);
  }

  return (
    <section className="panel" aria-labelledby="export-title">
      <h2 id="export-title">{t('export')}</h2>
      <p className="privacy-note">{t('exportText')}</p>
      <Button
        icon={<Export />}
        text={t('exportButton')}
        aria-disabled={busy}
        onClick={busy ? undefined : () => void save()}
      />
    </section>
  );
}
