import { useTranslation } from 'react-i18next';
import type { ApiKeyScope } from '#schema/api-key-scopes.ts';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { agoInWords } from '#web/shared/i18n/ago.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { personName } from '#web/staff/ui/controls/person-name.ts';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import { useSeveralSchools } from '#web/staff/platform/schools/own-schools.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import type { ApiKeyRowFragment, ApiKeySortField } from '#web/staff/operations.generated.ts';
import { graphQlScopes, scopeAreas, stateWords, writeWordOf } from './api-key-scopes.ts';
import { RevokeKey } from './revoke-key.tsx';

/** The columns of the key list; the last column ends a key. */
export function useApiKeyColumns(): readonly Column<Masked<ApiKeyRowFragment>, ApiKeySortField>[] {
  const { t, i18n } = useTranslation('api-keys');
  return maskedColumns<ApiKeyRowFragment, ApiKeySortField>([
    {
      key: 'name',
      title: t('name'),
      sortField: 'NAME',
      cell: ({ name, lastFour }) => (
        <div className="api-key-name">
          <strong>{name}</strong>
          <span>{t('endsWith', { lastFour })}</span>
        </div>
      ),
    },
    { key: 'scopes', title: t('scopes'), cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    { key: 'owner', title: t('actsAs'), isNamed: true, cell: (row) => <Owner apiKey={row} /> },
    {
      key: 'state',
      title: t('state'),
      cell: ({ state }) => <StatusMark tone={stateWords[state].tone}>{t(stateWords[state].word)}</StatusMark>,
    },
    {
      key: 'created',
      title: t('created'),
      sortField: 'CREATED_AT',
      cell: ({ createdAt }) => instantInWords(createdAt, i18n.language),
    },
    {
      key: 'lastUsed',
      title: t('lastUsed'),
      sortField: 'LAST_USED',
      cell: ({ lastUsedAt }) => (lastUsedAt ? agoInWords(lastUsedAt, i18n.language) : t('never')),
    },
    {
      key: 'expires',
      title: t('expires'),
      sortField: 'EXPIRES',
      cell: ({ expiresAt }) => (expiresAt ? instantInWords(expiresAt, i18n.language) : t('noEnd')),
    },
    {
      key: 'actions',
      title: t('actions'),
      isActions: true,
      cell: (row) => row.state === 'LIVE' && <RevokeKey apiKey={row} />,
    },
  ]);
}

/** The key's owner: a person, or a service account with its school and creator. */
function Owner({ apiKey: { kind, owner, createdBy, school } }: { readonly apiKey: ApiKeyRowFragment }) {
  const { t } = useTranslation('api-keys');
  const severalSchools = useSeveralSchools();
  if (kind === 'PERSONAL') return personName(owner);
  const ofSchool = school && (severalSchools ? t('serviceOfSchool', { school: school.name }) : t('serviceAsOwner'));
  return (
    <div className="api-key-name">
      <span>{ofSchool ?? t('asService')}</span>
      <span>{createdBy ? t('madeBy', { name: personName(createdBy) }) : t('makerGone')}</span>
    </div>
  );
}

/** "Classes: read, change · Reports: read". */
function Scopes({ scopes }: { readonly scopes: ApiKeyRowFragment['scopes'] }) {
  const { t } = useTranslation('api-keys');
  const has = (scope: ApiKeyScope) => scopes.includes(graphQlScopes[scope]);
  const areas = scopeAreas.flatMap((area) => {
    const verbs = [
      has(area.read) ? t('read') : '',
      'write' in area && has(area.write) ? t(writeWordOf(area)) : '',
    ].filter(Boolean);
    return verbs.length > 0 ? [t('mayDo', { area: t(area.word), verbs: verbs.join('/') })] : [];
  });
  return <span className="api-key-scopes">{areas.join(' · ')}</span>;
}
