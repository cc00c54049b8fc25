import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { newProfileNameProblem, profileNameMaximum, type AnimalName } from '#schema/rules/profile-name.ts';
import { Animal } from '#web/shared/art/animals.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { AnimalPicker } from './animal-picker.tsx';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { useCreateProfile } from './use-create-profile.ts';
import './add-profile.css';

/** The rule's message keys in texts for children. */
const problemWords = {
  'messages.profileNameRequire': 'nameMissing',
  'messages.valueTooLong': 'nameTooLong',
  'messages.nameHiddenCharacters': 'nameHidden',
} as const;

interface AddProfileProps {
  /** The class that the new profile joins. */
  readonly classHashCode: string | null;
  readonly onClose: () => void;
  readonly onAdded: (profile: Profile) => unknown;
}

/** The form for a new profile: a name and an animal. */
export function AddProfile({ classHashCode, onClose, onAdded }: AddProfileProps) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const [animal, setAnimal] = useState<AnimalName>('cat');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { create, sending, failure } = useCreateProfile(classHashCode);
  const problem = isSubmitted ? newProfileNameProblem(name) : null;
  const hint = problem ? t(problemWords[problem]) : failure && t(failure);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (newProfileNameProblem(name)) return field.current?.focus();
    const profile = await create(name.trim(), animal);
    if (!profile) return;
    onClose();
    onAdded(profile);
  };

  return (
    <Sheet title={t('newProfile')} onClose={onClose}>
      <form className="add-profile" noValidate onSubmit={submit}>
        <label className="field">
          <span className="field-label">
            <Words text={t('name')} />
          </span>
          <input
            ref={field}
            className="field-input"
            value={name}
            maxLength={profileNameMaximum}
            autoComplete="off"
            aria-invalid={problem !== null}
            aria-describedby={hint ? 'add-profile-hint' : undefined}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={keepConversion}
          />
        </label>
        {hint && (
          <p id="add-profile-hint" className="field-hint" role="alert">
            <Animal name={animal} size={44} />
            <span>
              <Words text={hint} />
            </span>
          </p>
        )}
        <AnimalPicker animal={animal} choose={setAnimal} />
        <button type="submit" className="button button-primary" aria-disabled={sending}>
          <Icon name="check" size={32} />
          <Words text={sending ? t('sending') : t('makeProfile')} />
        </button>
      </form>
    </Sheet>
  );
}

/** Enter that ends a kanji conversion must not submit; Safari reports that key as 229. */
function keepConversion(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault();
}
