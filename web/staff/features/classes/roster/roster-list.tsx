import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useCallback, useMemo, useRef } from 'react';
import { useField, useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useFocusAfterRemoval } from '#web/staff/ui/controls/use-focus-after-removal.ts';
import { useFieldProblem } from '#web/staff/ui/forms/field-frame.tsx';
import { isBlank, lineProblems, newLine, type RosterChild, type RosterLine } from './roster-line.ts';
import { RosterPaste } from './roster-paste.tsx';
import { RosterRow } from './roster-row.tsx';

interface RosterListProps {
  /** The children of the class, with those who wait to be let in. */
  readonly there: readonly RosterChild[];
}

/** The lines of the list, from a paste, a file, or one by one; each can be corrected. */
export function RosterList({ there }: RosterListProps) {
  const { t } = useTranslation('roster');
  const form = useForm();
  const { value: lines } = useField<readonly RosterLine[]>('students').input;
  const list = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLFieldSetElement>(null);
  useFocusAfterRemoval(root, '.roster-row');
  const problem = useFieldProblem('students');
  const problems = useMemo(() => lineProblems(lines, there), [lines, there]);
  const wrong = problems.filter((each) => Object.keys(each).length > 0).length;
  const count = lines.filter((line) => !isBlank(line)).length;

  const edit = useCallback(
    (change: (before: readonly RosterLine[]) => readonly RosterLine[]) => {
      const before = form.getFieldState('students')?.value as readonly RosterLine[];
      form.change('students', change(before));
    },
    [form],
  );
  const onChange = useCallback(
    (key: string, values: Partial<RosterLine>) =>
      edit((before) => before.map((line) => (line.key === key ? { ...line, ...values } : line))),
    [edit],
  );
  const onRemove = useCallback((key: string) => edit((before) => before.filter((line) => line.key !== key)), [edit]);

  function addOne(): void {
    edit((before) => [...before, newLine()]);
    // React renders the new line before the next frame.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('.roster-row:last-child input')?.focus());
  }

  return (
    <>
      <RosterPaste onLines={(found) => edit((before) => [...before.filter((line) => !isBlank(line)), ...found])} />
      <fieldset ref={root}>
        <legend>{t('listTitle')}</legend>
        <p className="roster-count" role="status">
          {t('count', { count })}
          {wrong > 0 && <strong> {t('wrong', { count: wrong })}</strong>}
        </p>
        {lines.length > 0 && (
          <div ref={list} className="roster-lines">
            {lines.map((line, at) => (
              <RosterRow
                key={line.key}
                line={line}
                place={at + 1}
                problems={problems[at] ?? {}}
                onChange={onChange}
                onRemove={onRemove}
              />
            ))}
          </div>
        )}
        <Button className="roster-more" icon={<Plus />} text={t('addLine')} onClick={addOne} />
        <p className="field-problem" aria-live="polite" data-invalid={problem === undefined ? undefined : true}>
          {problem}
        </p>
      </fieldset>
    </>
  );
}
