import { Words } from '#web/student/ui/text/words.tsx';
import { usePostingWords } from './posting-words.ts';

/** As the contract has it. */
const titleMaximum = 200;

interface FilmTitleProps {
  readonly value: string;
  readonly onChange: (title: string) => void;
}

/** What the wall calls a film; nothing has to be typed. */
export function FilmTitle({ value, onChange }: FilmTitleProps) {
  const { t } = usePostingWords();
  return (
    <label className="field posting-wide">
      <span className="field-label">
        <Words text={t('filmTitle')} />
      </span>
      <input
        className="field-input"
        type="text"
        autoComplete="off"
        maxLength={titleMaximum}
        value={value}
        aria-describedby="film-title-hint"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <span id="film-title-hint">
        <Words text={t('optional')} />
      </span>
    </label>
  );
}
