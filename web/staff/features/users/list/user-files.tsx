import { AnchorButton } from '@blueprintjs/core';
import { Exchange, Export, Import } from '@blueprintjs/icons';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { graphqlLanguage } from '#web/staff/platform/apollo/graphql-language.ts';
import { paths } from '#web/paths.ts';
import { DownloadButton } from '#web/staff/ui/controls/download-button.tsx';
import { ExportUsersDocument, type ExportUsersQuery, type UserFilter } from '#web/staff/operations.generated.ts';

/** Exports the users that match the list's filter, and links to the import. */
export function UserFiles({ filter }: { readonly filter: UserFilter }) {
  const { t, i18n } = useTranslation('users');
  const client = useApolloClient();

  return (
    <>
      <AnchorButton
        icon={<Import />}
        text={t('importLink')}
        href={useHref(paths.userImport)}
        onClick={useLinkClickHandler<HTMLElement>(paths.userImport)}
      />
      <AnchorButton
        icon={<Exchange />}
        text={t('rosterLink')}
        href={useHref(paths.rosters)}
        onClick={useLinkClickHandler<HTMLElement>(paths.rosters)}
      />
      <DownloadButton
        icon={<Export />}
        text={t('export')}
        ask={async () => {
          const { data } = await client.query<ExportUsersQuery>({
            query: ExportUsersDocument,
            variables: { filter, language: graphqlLanguage(i18n.language) },
            ...noCache,
          });
          return data?.exportUsers;
        }}
      />
    </>
  );
}
