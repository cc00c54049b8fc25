import { useState } from 'react';
import { animals, type AnimalName } from '#schema/rules/profile-name.ts';
import { Animal } from '#web/shared/art/animals.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import type { TakeHint } from './take-child.ts';
import './picture-secret.css';

const length = 3;

interface PictureSecretProps {
  readonly name: string;
  readonly hint: TakeHint | null;
  readonly onClose: () => void;
  /** Resolves to false when these are not the child's animals. */
  readonly onShown: (pictures: readonly AnimalName[]) => Promise<boolean>;
}

/** Asks a child for its three animals, in order; the third one sends them. */
export function PictureSecret({ name, hint, onClose, onShown }: PictureSecretProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<readonly AnimalName[]>([]);

  const press = async (animal: AnimalName) => {
    if (chosen.length === length) return;
    const now = [...chosen, animal];
    setChosen(now);
    if (now.length < length || (await onShown(now))) return;
    // After "Start over" the child may have tapped other animals, which an earlier answer must not clear.
    setChosen((current) => (current === now ? [] : current));
  };

  return (
    <Sheet title={t('yourAnimals', { name })} onClose={onClose}>
      <div className="picture-secret" aria-busy={chosen.length === length || undefined}>
        <div className="picture-secret-places" role="status">
          {Array.from({ length }, (_, at) => (
            <span key={at} data-filled={chosen[at] !== undefined || undefined}>
              {chosen[at] && <Animal name={chosen[at]} size={64} />}
            </span>
          ))}
          <span className="spoken">{t('animalsShown', { shown: chosen.length })}</span>
        </div>
        <p className="picture-secret-hint" role="alert">
          {hint && <Words text={t(hint)} />}
        </p>
        <div className="picture-secret-faces">
          {animals.map((animal) => (
            <button
              key={animal}
              type="button"
              className="picture-secret-face"
              aria-label={plain(t(`animal-${animal}`))}
              onClick={() => void press(animal)}
            >
              <Animal name={animal} size={72} />
            </button>
          ))}
        </div>
        <button type="button" className="button" onClick={() => setChosen([])}>
          <Icon name="again" size={30} />
          <Words text={t('startOver')} />
        </button>
      </div>
    </Sheet>
  );
}
