import { Button } from '@blueprintjs/core';
import { Document } from '@blueprintjs/icons';
import { useRef } from 'react';
import { useFileDrop } from '#web/staff/ui/forms/use-file-drop.ts';

interface FileChoiceProps {
  readonly chosen: boolean;
  /** The value of the input's `accept`. */
  readonly accept: string;
  readonly words: {
    readonly choose: string;
    readonly chooseOther: string;
    readonly drop: string;
  };
  readonly onFile: (file: File) => void;
}

/** Takes a file by a button or by dropping. */
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
          // An empty input lets the user choose the same file again after fixing it.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
