import { useRef, useState, type FormEvent } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { ScanButton } from './scan-button.tsx';
import type { CodeHint } from '#web/student/features/scanner/scanned-code.ts';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { useOpenCode } from './use-open-code.ts';

interface BookCodeFormProps {
  /** Called when the scanned code is a child's own card. */
  readonly onCard: (child: Profile) => void;
}

/** A field for a printed code, and the scanner's button. */
export function BookCodeForm({ onCard }: BookCodeFormProps) {
  const { t } = useWords();
  const [code, setCode] = useState('');
  const [hint, setHint] = useState<CodeHint | null>(null);
  const { open, loading } = useOpenCode();
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setHint(null);
    const problem = await open(code);
    if (!problem) return;
    setHint(problem);
    field.current?.focus();
  };

  return (
    <form className="sheet book-code" noValidate onSubmit={submit}>
      <label className="field">
        <span className="field-label book-code-label">
          <Icon name="book" size={36} />
          <span>
            <Words text={t('bookCode')} />
          </span>
        </span>
        <input
          ref={field}
          className="field-input"
          value={code}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={hint !== null}
          aria-describedby={hint ? 'book-code-hint' : undefined}
          onChange={(event) => setCode(event.target.value)}
        />
      </label>
      <button type="submit" className="button button-sun" aria-disabled={loading}>
        <Icon name="next" size={30} />
        <span>
          <Words text={t('exploreBook')} />
        </span>
      </button>
      <ScanButton
        open={open}
        onCard={onCard}
        onType={() => field.current?.focus()}
        onFailed={() => setHint('tryAgainSoon')}
      />
      {hint && (
        <p id="book-code-hint" className="field-hint book-code-hint" role="alert">
          <span>
            <Words text={t(hint)} />
          </span>
        </p>
      )}
    </form>
  );
}
