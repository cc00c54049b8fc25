import { Checkbox } from '@blueprintjs/core';
import { CaretDown } from '@blueprintjs/icons';
import { useId, useRef, useState } from 'react';
import { useCloseOutside } from '#web/staff/ui/forms/use-close-outside.ts';
import './multi-filter.css';

/** Parses a filter in the URL, such as `teacher,school_owner`, into choices. Null stands for no filter. */
export function chosenOf<Choice extends string>(text: string | undefined, choices: readonly Choice[]): Choice[] | null {
  const named = new Set((text ?? '').toUpperCase().split(','));
  const chosen = choices.filter((choice) => named.has(choice));
  return chosen.length > 0 ? chosen : null;
}

interface MultiFilterProps<Choice extends string> {
  readonly label: string;
  /** The button's text when nothing is chosen and the list shows all. */
  readonly none: string;
  readonly choices: readonly Choice[];
  readonly wordOf: (choice: Choice) => string;
  /** The filter's text in the URL. */
  readonly value: string | undefined;
  readonly onChange: (value: string | null) => void;
}

/** A filter for any of several choices: a button with the current choices, and checkboxes that filter at once. */
export function MultiFilter<Choice extends string>(props: MultiFilterProps<Choice>) {
  const { label, none, choices, wordOf, value, onChange } = props;
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const chosen = chosenOf(value, choices) ?? [];

  useCloseOutside({ root, open, onClose: () => setOpen(false) });

  function tick(choice: Choice, on: boolean): void {
    const now = choices.filter((one) => (one === choice ? on : chosen.includes(one)));
    onChange(now.length > 0 ? now.join(',').toLowerCase() : null);
  }

  const summary = chosen.length > 0 ? chosen.map(wordOf).join(', ') : none;
  return (
    <div className="multi-filter" ref={root}>
      <button
        type="button"
        className="multi-filter-button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={`${label}: ${summary}`}
        onClick={() => setOpen(!open)}
      >
        <span>{summary}</span>
        <CaretDown />
      </button>
      {open && (
        <fieldset id={id} className="multi-filter-panel">
          <legend className="visually-hidden">{label}</legend>
          {choices.map((choice) => (
            <Checkbox
              key={choice}
              label={wordOf(choice)}
              checked={chosen.includes(choice)}
              onChange={(event) => tick(choice, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}
