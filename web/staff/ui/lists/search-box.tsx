import { Button, InputGroup } from '@blueprintjs/core';
import { Cross, Search } from '@blueprintjs/icons';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigation } from 'react-router-dom';
import { isComposing } from '#web/staff/ui/forms/composing.ts';

/** Milliseconds from the last key to the search (section 9). */
const debounce = 500;

interface SearchBoxProps {
  readonly label: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Searches debounced while the user types, at once on Enter, and never during an IME composition. */
export function SearchBox({ label, search, onSearch }: SearchBoxProps) {
  const { t } = useTranslation('lists');
  const [text, setText] = useState(search);
  // The list's current search, followed by the searches that were sent but have not reached the URL yet.
  const [sent, setSent] = useState<readonly string[]>([search]);
  const [composing, setComposing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { pathname } = useLocation();
  const { location: coming } = useNavigation();
  // The user is leaving for another page: a late search would navigate back to the list.
  const leaving = coming !== undefined && coming.pathname !== pathname;

  // If this box sent the new search, the box keeps its newer text. Otherwise Back or "clear filters" set the search,
  // and the box shows that search.
  if (search !== sent[0]) {
    const arrived = sent.indexOf(search);
    setSent(arrived === -1 ? [search] : sent.slice(arrived));
    if (arrived === -1) setText(search);
  }

  function send(value: string): void {
    const trimmed = value.trim();
    if (trimmed === sent.at(-1)) return;
    setSent([...sent, trimmed]);
    onSearch(trimmed);
  }

  const sendLatest = useRef(send);
  useEffect(() => {
    sendLatest.current = send;
  });
  useEffect(() => {
    if (composing || leaving) return undefined;
    const timer = setTimeout(() => sendLatest.current(text), debounce);
    return () => clearTimeout(timer);
  }, [text, composing, leaving]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isComposing(event.nativeEvent)) send(text);
  };

  return (
    <InputGroup
      className="search-box"
      type="search"
      inputRef={input}
      leftIcon={<Search />}
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      // Leaving the field searches at once: a debounced search could navigate back from the next page.
      onBlur={() => send(text)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      rightElement={
        text === '' ? undefined : (
          <Button
            variant="minimal"
            size="small"
            icon={<Cross />}
            aria-label={t('clearSearch')}
            onClick={() => {
              setText('');
              send('');
              input.current?.focus();
            }}
          />
        )
      }
    />
  );
}
