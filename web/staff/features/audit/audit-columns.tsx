import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/paths.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import type { AuditRowFragment, AuditSortField } from '#web/staff/operations.generated.ts';
import { isTrashKind } from '#web/staff/features/trash/trash-kinds.ts';
import { AuditChanges } from './audit-changes.tsx';
import { auditWord } from './audit-words.ts';

const screens: Readonly<Record<string, (id: string) => string>> = {
  users: paths.userDetail,
  classes: paths.classDetail,
  textbooks: paths.textbookDetail,
  lessons: paths.lessonDetail,
  contents: paths.contentDetail,
  profiles: paths.privacyProfile,
};

/** The columns: action and object, changes, user, time. */
export function useAuditColumns(): readonly Column<Masked<AuditRowFragment>, AuditSortField>[] {
  const { t, i18n } = useTranslation('audit');
  return maskedColumns<AuditRowFragment, AuditSortField>([
    {
      key: 'what',
      title: t('what'),
      cell: (entry) => (
        <div className="audit-what">
          <Thing entry={entry} />
          <span>
            {t('done', { entity: auditWord('entity', entry.entity), action: auditWord('action', entry.action) })}
          </span>
        </div>
      ),
    },
    { key: 'changes', title: t('changes'), isNamed: true, cell: (entry) => <AuditChanges entry={entry} /> },
    { key: 'who', title: t('who'), isNamed: true, cell: (entry) => <Who entry={entry} /> },
    {
      key: 'when',
      title: t('when'),
      sortField: 'CREATED_AT',
      cell: ({ createdAt }) => instantInWords(createdAt, i18n.language),
    },
  ]);
}

/** The person, and the API key if a program of that person made the change. */
function Who({ entry: { actorName, apiKeyName } }: { readonly entry: AuditRowFragment }) {
  const { t } = useTranslation('audit');
  if (apiKeyName === null) return actorName;
  return (
    <div className="audit-what">
      <span>{actorName}</span>
      <span>{t('byKey', { name: apiKeyName })}</span>
    </div>
  );
}

/** Links to the object's screen, or to the trash for a deleted object that the trash keeps. */
function Thing({ entry: { action, entity, entityId, entityName } }: { readonly entry: AuditRowFragment }) {
  const { t } = useTranslation('audit');
  // The log keeps only the id of an erased child.
  const isErased = entity === 'profiles' && entityName === '';
  const name = entityName || t(isErased ? 'onlyId' : 'noName', { id: entityId });
  const pathOf = isErased ? undefined : screens[entity];
  if (action === 'delete') {
    if (!isTrashKind(entity.toUpperCase())) return <strong>{name}</strong>;
    return <Link to={`${paths.trash}?${new URLSearchParams({ search: entityName }).toString()}`}>{name}</Link>;
  }
  return pathOf ? <Link to={pathOf(entityId)}>{name}</Link> : <strong>{name}</strong>;
}
