import { Button, InputGroup } from '@blueprintjs/core';
import { Cross, Search } from '@blueprintjs/icons';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigation } from 'react-router-dom';
import { isComposing } from '#web/staff/forms/composing.ts';

/** Milliseconds after the last key (section 9). */
const debounce = 500;

interface SearchBoxProps {
  readonly label: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Searches a little after typing stops, at once on Enter, and never in the middle of choosing kanji. */
export function SearchBox({ label, search, onSearch }: SearchBoxProps) {
  const { t } = useTranslation('lists');
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  const [composing, setComposing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { pathname } = useLocation();
  const { location: coming } = useNavigation();
  // Another page is on its way: a late search would call it back.
  const leaving = coming !== undefined && coming.pathname !== pathname;

  // Back, or "clear filters", changed the search: the box follows.
  if (search !== known) {
    setKnown(search);
    setText(search);
  }

  function send(value: string): void {
    const trimmed = value.trim();
    if (trimmed === known) return;
    setKnown(trimmed);
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
      // Whoever goes on to something else is done with typing: a search that came later could call them back from there.
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
