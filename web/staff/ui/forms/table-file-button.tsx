import { Button } from '@blueprintjs/core';
import { Document } from '@blueprintjs/icons';
import { useRef } from 'react';

interface TableFileButtonProps {
  readonly text: string;
  readonly onFile: (file: File) => void;
}

/** Asks for a file with a table: CSV, or text with tabs. */
export function TableFileButton({ text, onFile }: TableFileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<Document />} text={text} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.item(0);
          if (chosen) onFile(chosen);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
