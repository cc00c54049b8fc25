import { useTextBookChoicesQuery } from '#web/staff/operations.generated.ts';
import { Picker } from '#web/staff/ui/forms/picker.tsx';
import '#web/staff/ui/lists/filter.css';

interface TextBookFilterProps {
  readonly label: string;
  /** The filter's text while all textbooks are shown. */
  readonly none: string;
  readonly value: string | undefined;
  readonly onPick: (id: string | null) => void;
}

/** Filters a list by one textbook. */
export function TextBookFilter({ label, none, value, onPick }: TextBookFilterProps) {
  const { data } = useTextBookChoicesQuery();
  return (
    <div className="filter">
      <Picker
        aria-label={label}
        placeholder={none}
        clearLabel={none}
        clearable
        value={value ?? null}
        onPick={onPick}
        options={(data?.allTextBooks ?? []).map(({ id, name, shortCode }) => ({
          value: id,
          label: name,
          detail: shortCode,
        }))}
      />
    </div>
  );
}
