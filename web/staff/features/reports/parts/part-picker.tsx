import { useTranslation } from 'react-i18next';
import type { PickerOption, PickerSource } from '#web/staff/ui/forms/picker-options.ts';
import { Picker } from '#web/staff/ui/forms/picker.tsx';

export interface PartPickerProps {
  readonly value: string | null;
  readonly onPick: (id: string | null) => void;
}

interface SearchedPart extends PartPickerProps {
  readonly label: string;
  readonly any: string;
  /** The options that match the typed text; undefined before the first answer. */
  readonly found: readonly PickerOption[] | undefined;
  readonly search: Pick<PickerSource, 'answered' | 'onSearch'>;
  /** The chosen option. `gone` is true if its row was deleted; a deleted row still has a report. */
  readonly chosen: PickerOption | undefined;
  readonly gone: boolean;
}

/** A picker for a class, textbook or unit. No choice means all. */
export function PartPicker(props: SearchedPart) {
  const { label, any, found = [], search, chosen, gone, value, onPick } = props;
  const { t } = useTranslation('reports');
  const goneOption = value !== null && gone ? { value, label: t('partGone') } : undefined;
  const knownOptions = [chosen ?? goneOption].filter((option) => option !== undefined);
  return (
    <div className="report-part" data-set={value !== null}>
      <span aria-hidden="true">{label}</span>
      <Picker
        aria-label={label}
        placeholder={any}
        clearLabel={any}
        clearable
        options={found}
        source={{ ...search, known: knownOptions }}
        value={value}
        onPick={onPick}
      />
    </div>
  );
}
