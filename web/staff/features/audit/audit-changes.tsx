import { useTranslation } from 'react-i18next';
import type { AuditRowFragment } from '#web/staff/operations.generated.ts';
import { fieldWord, valueInWords } from './audit-words.ts';

/** The number of changes that are visible at once. */
const shownAtOnce = 3;

/** The value before and after, one line per field. */
export function AuditChanges({ entry }: { readonly entry: AuditRowFragment }) {
  const { t } = useTranslation('audit');
  // A field that is empty before and after carries no information.
  const shownChanges = entry.changes.filter(({ before, after }) => !(isEmpty(before) && isEmpty(after)));
  if (shownChanges.length === 0) return null;
  const [first, more] = [shownChanges.slice(0, shownAtOnce), shownChanges.slice(shownAtOnce)];
  return (
    <div className="audit-changes">
      <Lines entry={entry} changes={first} />
      {more.length > 0 && (
        <details>
          <summary>{t('more', { count: more.length })}</summary>
          <Lines entry={entry} changes={more} />
        </details>
      )}
    </div>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

function Lines({
  entry,
  changes,
}: {
  readonly entry: AuditRowFragment;
  readonly changes: AuditRowFragment['changes'];
}) {
  const { t } = useTranslation('audit');
  return (
    <ul>
      {changes.map(({ field, before, after }) => {
        const values = {
          field: fieldWord(entry.entity, field),
          before: valueInWords(entry, field, before),
          after: valueInWords(entry, field, after),
        };
        const isDeleted = isEmpty(after) && entry.action === 'delete';
        return <li key={field}>{t(isDeleted ? 'was' : isEmpty(before) ? 'set' : 'change', values)}</li>;
      })}
    </ul>
  );
}
