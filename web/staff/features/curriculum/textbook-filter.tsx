import { useTranslation } from 'react-i18next';
import { useTextBookChoiceQuery, useTextBookChoicesQuery } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { Picker } from '#web/staff/ui/forms/picker.tsx';
import '#web/staff/ui/lists/filter.css';

interface TextBookFilterProps {
  readonly label: string;
  /** The filter's text while all textbooks are shown. */
  readonly none: string;
  readonly value: string | undefined;
  readonly onPick: (id: string | null) => void;
}

/** Filters a list by one textbook. The options are published textbooks, and the chosen one in any case. */
export function TextBookFilter({ label, none, value, onPick }: TextBookFilterProps) {
  const { t } = useTranslation('lists');
  const { data } = useTextBookChoicesQuery();
  const published = data?.allTextBooks ?? [];
  // A link from a draft's page chooses a textbook that is not published.
  const isOther = data !== undefined && value !== undefined && !published.some(({ id }) => id === value);
  const other = useTextBookChoiceQuery({ variables: { id: value ?? '' }, skip: !isOther, ...ownProblems });
  // A role that reads no drafts gets an error, as everybody does for a deleted textbook.
  const unread = { id: value ?? '', name: t('unpublishedTextBook'), shortCode: '' };
  const chosen = other.data?.textBook ?? (other.error && unread);
  const books = isOther && chosen ? [chosen, ...published] : published;
  return (
    <div className="filter">
      <Picker
        aria-label={label}
        placeholder={none}
        clearLabel={none}
        clearable
        value={value ?? null}
        onPick={onPick}
        options={books.map(({ id, name, shortCode }) => ({
          value: id,
          label: name,
          detail: shortCode,
        }))}
      />
    </div>
  );
}
