import { Export } from '@blueprintjs/icons';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { graphqlLanguage } from '#web/staff/platform/apollo/graphql-language.ts';
import { DownloadButton } from '#web/staff/ui/controls/download-button.tsx';
import { ExportProfileDataDocument, type ExportProfileDataQuery } from '#web/staff/operations.generated.ts';

/** Exports all stored data of a child as one file, with a readme in the language of the screen. */
export function ExportChild({ id }: { readonly id: string }) {
  const { t, i18n } = useTranslation('privacy');
  const client = useApolloClient();

  return (
    <section className="panel" aria-labelledby="export-title">
      <h2 id="export-title">{t('export')}</h2>
      <p className="privacy-note">{t('exportText')}</p>
      <DownloadButton
        icon={<Export />}
        text={t('exportButton')}
        ask={async () => {
          const { data } = await client.query<ExportProfileDataQuery>({
            query: ExportProfileDataDocument,
            variables: { id, language: graphqlLanguage(i18n.language) },
            ...noCache,
          });
          return data?.exportProfileData;
        }}
      />
    </section>
  );
}
