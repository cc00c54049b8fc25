import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { Animal, animalNames, type AnimalName } from '#web/shared/art/animals.tsx';
import { FieldFrame, type FieldProps } from '#web/staff/ui/forms/field-frame.tsx';

/** A field for the child's animal, each shown with its face and word. */
export function AnimalField(field: FieldProps) {
  const { t } = useTranslation('classes');
  const { input } = useField<AnimalName>(field.name);
  return (
    <FieldFrame {...field} group>
      {(control, labelId) => (
        <div
          role="radiogroup"
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
          className="animal-choices"
        >
          {animalNames.map((name) => (
            <label key={name} className="animal-choice" data-checked={input.value === name || undefined}>
              <input
                type="radio"
                name={field.name}
                value={name}
                checked={input.value === name}
                onChange={() => input.onChange(name)}
              />
              <Animal name={name} size={48} />
              {t(`animal-${name}`)}
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}
