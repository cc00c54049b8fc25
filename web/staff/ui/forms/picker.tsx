import { Button, InputGroup } from '@blueprintjs/core';
import { CaretDown, Cross } from '@blueprintjs/icons';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from './composing.ts';
import { matching, type PickerOption, usePickerSearch, type PickerSource } from './picker-options.ts';
import './picker.css';

interface PickerProps {
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-required'?: boolean | undefined;
  /** All options; with a `source`, the options that match its last search. */
  readonly options: readonly PickerOption[];
  readonly source?: PickerSource | undefined;
  readonly value: string | null;
  readonly onPick: (value: string | null) => void;
  readonly onBlur?: () => void;
  readonly onFocus?: () => void;
  readonly placeholder?: string;
  /** Words in place of an empty list; by default that nothing matches. */
  readonly noneText?: string | undefined;
  /** Offers a button that clears the choice. */
  readonly clearable?: boolean;
  /** Words on the clear button. */
  readonly clearLabel?: string;
  readonly leftElement?: ReactNode;
}

/** The longest list; typing narrows it to reach the other options. */
const shownAtMost = 100;

/** The ARIA combobox pattern: typing narrows the options, arrows move, Enter chooses, Escape closes. */
export function Picker(props: PickerProps) {
  const { options, source, value, onPick, onBlur, onFocus, placeholder, noneText, ...others } = props;
  const { clearable, clearLabel, leftElement, ...aria } = others;
  const { t } = useTranslation('forms');
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  // The typed text; undefined while the list is closed and the field shows the chosen option.
  const [query, setQuery] = useState<string>();
  const [active, setActive] = useState(0);
  const [composing, setComposing] = useState(false);
  const open = query !== undefined;
  const chosen = [...options, ...(source?.known ?? [])].find((option) => option.value === value);
  const asking = open && source !== undefined && source.answered !== query.trim();
  // The server also searches data that this page lacks, such as emails, so its answer is not filtered again.
  const fitting = open ? (source && !asking ? options : matching(options, query)) : [];
  const found = fitting.slice(0, shownAtMost);

  usePickerSearch(source, query, composing);

  useEffect(() => {
    if (open) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [open, active, listId]);

  function show(text: string): void {
    setQuery(text);
    const at = text === '' ? options.findIndex((option) => option.value === value) : 0;
    setActive(at < 0 || at >= shownAtMost ? 0 : at);
  }

  function pick(option: PickerOption | undefined): void {
    if (option) onPick(option.value);
    setQuery(undefined);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!open) show('');
      else setActive((active + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      pick(found[active]);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setQuery(undefined);
    }
  }

  return (
    <div className={clearable && chosen ? 'picker picker-clearable' : 'picker'}>
      <InputGroup
        {...aria}
        inputRef={input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open && found.length > 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        leftElement={leftElement ? <>{leftElement}</> : undefined}
        value={query ?? chosen?.label ?? ''}
        onChange={(event) => show(event.target.value)}
        onClick={() => !open && show('')}
        onKeyDown={onKeyDown}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onFocus={onFocus}
        onBlur={() => {
          setQuery(undefined);
          onBlur?.();
        }}
        rightElement={
          clearable && chosen ? (
            <Button
              variant="minimal"
              size="small"
              icon={<Cross />}
              aria-label={clearLabel ?? t('clear')}
              onClick={() => {
                onPick(null);
                input.current?.focus();
              }}
            />
          ) : (
            <CaretDown className="picker-caret" />
          )
        }
      />
      {open && (
        <div className="picker-list">
          <div role="listbox" id={listId} aria-label={aria['aria-label'] ?? placeholder ?? t('options')}>
            {found.map((option, index) => (
              <div
                key={option.value}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={option.value === value}
                className={index === active ? 'is-active' : undefined}
                onMouseDown={(event) => {
                  // The input keeps the focus, so that a click on an option fires no extra blur.
                  event.preventDefault();
                  pick(option);
                }}
              >
                {option.picture !== undefined && <img src={option.picture} alt="" loading="lazy" />}
                <span>
                  {option.label}
                  {option.detail && <small>{option.detail}</small>}
                </span>
              </div>
            ))}
          </div>
          {found.length === 0 && !asking && <p>{noneText ?? t('noMatch')}</p>}
          {asking && <p>{t('searching')}</p>}
        </div>
      )}
    </div>
  );
}
