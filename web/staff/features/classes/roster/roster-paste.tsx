import { Button, TextArea } from '@blueprintjs/core';
import { useId, useRef } from 'react';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { asItIs } from '#web/staff/ui/forms/as-it-is.ts';
import { TableFileButton } from '#web/staff/ui/forms/table-file-button.tsx';
import { useFileDrop } from '#web/staff/ui/forms/use-file-drop.ts';
import { textOfFile } from './read-cells.ts';
import { readLines } from './read-lines.ts';
import type { RosterLine } from './roster-line.ts';

interface RosterPasteProps {
  readonly onLines: (lines: readonly RosterLine[]) => void;
}

/** A list of children to paste, or a file with one, which become lines of the list below. */
export function RosterPaste({ onLines }: RosterPasteProps) {
  const { t } = useTranslation('roster');
  const id = useId();
  const { input: pasted } = useField<string>('pasted', { parse: asItIs });
  const place = useRef<HTMLFieldSetElement>(null);
  const over = useFileDrop(place, ([dropped]) => dropped && void readFile(dropped));

  function read(text: string): void {
    const lines = readLines(text);
    if (lines.length === 0) {
      showToast({ message: t('nothingRead'), severity: 'info' });
      return;
    }
    onLines(lines);
    pasted.onChange('');
  }

  async function readFile(chosen: File): Promise<void> {
    try {
      read(await textOfFile(chosen));
    } catch {
      showToast({ message: t('fileUnreadable'), severity: 'error' });
    }
  }

  return (
    <fieldset ref={place} className={over ? 'roster-paste is-over' : 'roster-paste'}>
      <legend>{t('pasteTitle')}</legend>
      <label className="field-label" htmlFor={id}>
        {t('pasted')}
      </label>
      <p className="field-hint" id={`${id}-hint`}>
        {t('pasteHint')}
      </p>
      <TextArea
        id={id}
        aria-describedby={`${id}-hint`}
        value={pasted.value}
        onChange={pasted.onChange}
        placeholder={t('pasteExample')}
        rows={6}
        fill
      />
      <div className="roster-buttons">
        <Button
          text={t('readPasted')}
          disabled={pasted.value.trim() === ''}
          onClick={() => {
            read(pasted.value);
          }}
        />
        <TableFileButton text={t('chooseFile')} onFile={(file) => void readFile(file)} />
      </div>
    </fieldset>
  );
}
