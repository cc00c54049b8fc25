import { useRef, useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { ContentTypePicture } from '#web/student/art/content-type.tsx';
import { Icon } from '#web/student/art/icons.tsx';
import { useTypedCodeLazyQuery } from '#web/student/operations.generated.ts';
import { useWords, Words } from '#web/student/text/words.tsx';
import { readLastBook } from './last-book.ts';
import './book-corner.css';

/** Opens a book by the code on its cover, a page by the code under its QR code, or the book that was open last. */
export function BookCorner() {
  const { t } = useWords();
  const [lastBook] = useState(readLastBook);
  return (
    <div className="book-corner">
      {lastBook && (
        <Link className="book-again" to={paths.unitList({ book: lastBook.hashCode })}>
          <ContentTypePicture type="READ" size={96} />
          <span>
            <span className="book-again-hint">
              <Words text={t('lastBook')} />
            </span>
            <span className="book-again-name">{lastBook.name}</span>
          </span>
          <Icon name="next" size={40} />
        </Link>
      )}
      <BookCodeForm />
    </div>
  );
}

type Hint = 'codeMissing' | 'codeUnknown' | 'offlineShort' | 'tooMany' | 'tryAgainSoon';

function hintFor(status: number): Hint {
  if (status === 404 || status === 400) return 'codeUnknown';
  if (status === 429) return 'tooMany';
  return status === 0 ? 'offlineShort' : 'tryAgainSoon';
}

function BookCodeForm() {
  const { t } = useWords();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [hint, setHint] = useState<Hint | null>(null);
  const [openCode, { loading }] = useTypedCodeLazyQuery({ fetchPolicy: 'network-only' });
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (loading) return;
    setHint(null);
    if (code.trim() === '') return ask('codeMissing');
    try {
      const { data } = await openCode({ variables: { code } });
      if (!data) return;
      const { textBookHashCode: book, contentHashCode } = data.typedCode;
      await navigate(
        contentHashCode === null ? paths.unitList({ book }) : paths.studentContent(contentHashCode, { book }),
      );
    } catch (error) {
      ask(hintFor(problemOf(error).status));
    }
  };
  const ask = (next: Hint) => {
    setHint(next);
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
