import { Checkbox } from '@blueprintjs/core';
import { useField } from 'react-final-form';
import { FieldFrame, useFieldProblem } from './field-frame.tsx';
import './ticks-field.css';

interface Tick {
  readonly value: string;
  readonly text: string;
}

export interface TicksRow {
  readonly name: string;
  readonly ticks: readonly Tick[];
}

interface TicksFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly rows: readonly TicksRow[];
}

/** A list of values as a grid of checkboxes: one row for each thing, one column for each of its choices. */
export function TicksField({ name, label, hint, rows }: TicksFieldProps) {
  const columns = Math.max(...rows.map(({ ticks }) => ticks.length));
  return (
    <FieldFrame name={name} label={label} hint={hint} required group>
      {(control, labelId) => (
        <div role="group" aria-labelledby={labelId} aria-describedby={control['aria-describedby']}>
          <ul className="ticks" style={{ '--ticks': columns }}>
            {rows.map((row) => (
              <li key={row.name}>
                <span>{row.name}</span>
                {row.ticks.map((tick) => (
                  <TickBox key={tick.value} field={name} tick={tick} row={row.name} />
                ))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </FieldFrame>
  );
}

interface TickBoxProps {
  readonly field: string;
  readonly tick: Tick;
  readonly row: string;
}

function TickBox({ field, tick, row }: TickBoxProps) {
  const { input } = useField<string>(field, { type: 'checkbox', value: tick.value });
  const problem = useFieldProblem(field);
  return (
    <Checkbox
      label={tick.text}
      aria-label={`${row}: ${tick.text}`}
      aria-invalid={problem !== undefined}
      name={input.name}
      value={input.value}
      checked={input.checked ?? false}
      onChange={input.onChange}
      onBlur={input.onBlur}
      onFocus={input.onFocus}
    />
  );
}
