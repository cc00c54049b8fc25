import { useTranslation } from 'react-i18next';
import { useSchoolChoices } from '#web/staff/features/schools/use-school-choices.ts';
import { Picker } from '#web/staff/ui/forms/picker.tsx';
import '#web/staff/ui/lists/filter.css';

interface SchoolPickerProps {
  /** The school's id; null for all schools. */
  readonly value: string | null;
  /** The schools whose names the page has already. */
  readonly known: readonly { readonly id: string; readonly name: string }[];
  readonly onPick: (id: string | null) => void;
}

/** Shows the classes of one of the schools that the user sees, or of all. */
export function SchoolPicker({ value, known, onPick }: SchoolPickerProps) {
  const { t } = useTranslation('school-year');
  const { options, ...search } = useSchoolChoices();
  return (
    <div className="filter">
      <Picker
        aria-label={t('school')}
        placeholder={t('allSchools')}
        clearable
        clearLabel={t('allSchools')}
        options={options}
        source={{ ...search, known: known.map(({ id, name }) => ({ value: id, label: name })) }}
        value={value}
        onPick={onPick}
      />
    </div>
  );
}
