import { Button } from '@blueprintjs/core';
import { Document } from '@blueprintjs/icons';
import { useRef } from 'react';
import { useFileDrop } from '#web/staff/ui/forms/use-file-drop.ts';

interface FileChoiceProps {
  readonly chosen: boolean;
  /** As the input's `accept`. */
  readonly accept: string;
  readonly words: {
    readonly choose: string;
    readonly chooseOther: string;
    readonly drop: string;
  };
  readonly onFile: (file: File) => void;
}

/** A file to choose by a button, or to drop. */
export function FileChoice({ chosen, accept, words, onFile }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const over = useFileDrop(place, ([file]) => file && onFile(file));

  return (
    <div ref={place} role="group" aria-label={words.choose} className={over ? 'file-choice is-over' : 'file-choice'}>
      <Button
        intent={chosen ? 'none' : 'primary'}
        icon={<Document />}
        text={chosen ? words.chooseOther : words.choose}
        onClick={() => input.current?.click()}
      />
      <span>{words.drop}</span>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
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
