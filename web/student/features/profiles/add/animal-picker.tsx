import { memo, useDeferredValue } from 'react';
import { animals, type AnimalName } from '#schema/rules/profile-name.ts';
import { Animal } from '#web/shared/art/animals.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';

interface AnimalPickerProps {
  readonly animal: AnimalName;
  readonly choose: (animal: AnimalName) => void;
}

/** Chooses a child's animal. Memoised, since its many pictures need not render at every typed letter. */
export const AnimalPicker = memo(function AnimalPicker({ animal, choose }: AnimalPickerProps) {
  const { t } = useWords();
  const isDrawn = useDeferredValue(true, false);
  return (
    <fieldset className="animal-picker">
      <legend className="field-label">
        <Words text={t('chooseAnimal')} />
      </legend>
      <div className="animal-picker-faces">
        {animals.map((one) => (
          <label key={one} className="animal-choice" data-checked={one === animal || undefined}>
            <input
              type="radio"
              name="animal"
              className="spoken"
              checked={one === animal}
              aria-label={plain(t(`animal-${one}`))}
              onChange={() => choose(one)}
            />
            {isDrawn && <Face name={one} />}
          </label>
        ))}
      </div>
    </fieldset>
  );
});

const Face = memo(function Face({ name }: { readonly name: AnimalName }) {
  return <Animal name={name} size={72} />;
});
