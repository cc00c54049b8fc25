import { Button, InputGroup } from '@blueprintjs/core';
import { Cross, Search } from '@blueprintjs/icons';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigation } from 'react-router-dom';
import { isComposing } from '#web/staff/ui/forms/composing.ts';

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
  // The search of the list, and after it those that were sent and are not there yet.
  const [sent, setSent] = useState<readonly string[]>([search]);
  const [composing, setComposing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { pathname } = useLocation();
  const { location: coming } = useNavigation();
  // Another page is on its way: a late search would call it back.
  const leaving = coming !== undefined && coming.pathname !== pathname;

  // A search that was sent has arrived, and the box holds what was typed since. Any other came by Back or by "clear
  // filters": the box follows.
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
