import { Words } from '#web/student/ui/text/words.tsx';
import { usePostingWords } from './posting-words.ts';

/** The contract's maximum. */
const titleMaximum = 200;

interface VideoTitleProps {
  readonly value: string;
  readonly onChange: (title: string) => void;
}

/** The optional title of a video. */
export function VideoTitle({ value, onChange }: VideoTitleProps) {
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
