import { UnitNumber } from '#web/student/lessons/unit-number.tsx';
import type { UnitCardFragment } from '#web/student/operations.generated.ts';
import { plain } from '#web/student/text/furigana.ts';
import { Words } from '#web/student/text/words.tsx';
import { usePostingWords } from './posting-words.ts';

interface ChooseUnitProps {
  readonly units: readonly UnitCardFragment[];
  readonly unit: UnitCardFragment;
  readonly onChoose: (id: string) => void;
}

/** Where in the book a work belongs. */
export function ChooseUnit({ units, unit, onChoose }: ChooseUnitProps) {
  const { t } = usePostingWords();
  return (
    <fieldset className="posting-units">
      <legend>
        <Words text={t('forUnit')} />
      </legend>
      {units.map(({ id, number, name }) => (
        <button
          key={id}
          type="button"
          className="button"
          aria-pressed={id === unit.id}
          aria-label={plain(t('unit', { number, name }))}
          onClick={() => onChoose(id)}
        >
          <UnitNumber number={number} />
        </button>
      ))}
      <p>{unit.name}</p>
    </fieldset>
  );
}
