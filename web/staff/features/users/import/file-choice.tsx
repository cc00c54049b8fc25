import { Button } from '@blueprintjs/core';
import { Document } from '@blueprintjs/icons';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFileDrop } from '#web/staff/ui/forms/use-file-drop.ts';

interface FileChoiceProps {
  readonly chosen: boolean;
  readonly onFile: (file: File) => void;
}

/** A table to choose by a button, or to drop. */
export function FileChoice({ chosen, onFile }: FileChoiceProps) {
  const { t } = useTranslation('users');
  const input = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const over = useFileDrop(place, ([file]) => file && onFile(file));

  return (
    <div ref={place} role="group" aria-label={t('chooseFile')} className={over ? 'file-choice is-over' : 'file-choice'}>
      <Button
        intent={chosen ? 'none' : 'primary'}
        icon={<Document />}
        text={t(chosen ? 'chooseOtherFile' : 'chooseFile')}
        onClick={() => input.current?.click()}
      />
      <span>{t('dropFile')}</span>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.item(0);
          if (file) onFile(file);
          // The same file, mended, is chosen again.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
