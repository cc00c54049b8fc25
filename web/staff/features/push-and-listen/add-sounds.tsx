import { Button } from '@blueprintjs/core';
import { Microphone, Upload } from '@blueprintjs/icons';
import { useRef, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '#web/shared/random-uuid.ts';
import { soundTypes, nameOfFile } from '#web/staff/features/sounds/sound-choice.ts';
import { useUnsaved } from '#web/staff/platform/unsaved-work.ts';
import { LeaveGuard } from '#web/staff/ui/forms/leave-guard.tsx';
import { useFileDrop } from '#web/staff/ui/forms/use-file-drop.ts';
import { NewItemDialog } from './item-dialog.tsx';
import { QueuedSoundLine } from './queued-sound.tsx';
import type { Items } from './use-items.ts';

interface AddSoundsProps {
  readonly items: Items;
}

/** The ways to new items: several files at once, each named after its file, or one by one with a recording. */
export function AddSounds({ items }: AddSoundsProps) {
  const { t } = useTranslation('push-and-listen');
  const queue = useSoundQueue();
  const [adding, setAdding] = useState(false);
  const dialog = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const over = useFileDrop(place, queue.add);
  useUnsaved(queue.queued.length > 0);

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    queue.add([...(target.files ?? [])]);
    target.value = '';
  }

  return (
    <div ref={place} className="add-sounds" data-over={over || undefined}>
      {queue.queued.length > 0 && <LeaveGuard />}
      <div className="sound-buttons">
        <Button intent="primary" icon={<Upload />} text={t('addFiles')} onClick={() => dialog.current?.click()} />
        <Button icon={<Microphone />} text={t('addOne')} onClick={() => setAdding(true)} />
      </div>
      <p className="field-hint">{t('addHint')}</p>
      <input ref={dialog} type="file" hidden multiple accept={soundTypes} onChange={choose} />
      {queue.queued.length > 0 && (
        <ul className="queued-sounds" aria-label={t('queue')}>
          {queue.queued.map((queued) => (
            <QueuedSoundLine
              key={queued.key}
              file={queued.file}
              onSent={async (audioId) => {
                await queued.turn;
                const { file, idempotencyKey } = queued;
                await items.create({ name: itemNameOf(file), audioId, idempotencyKey });
              }}
              onEnd={queued.end}
              onDone={() => queue.done(queued)}
            />
          ))}
        </ul>
      )}
      {adding && <NewItemDialog items={items} onClose={() => setAdding(false)} />}
    </div>
  );
}

/** A chosen file that will become an item. */
export interface QueuedSound {
  readonly key: number;
  readonly file: File;
  /** One for all tries, so that trying again after a lost answer creates no second item. */
  readonly idempotencyKey: string;
  /** Resolves when every earlier file has become an item or has failed. */
  readonly turn: Promise<unknown>;
  /** Lets the next file have its turn. */
  readonly end: () => void;
}

/**
 * A queue of files. Each file has its own line, which uploads the file and disappears when the item exists. The uploads
 * run in parallel; the items are created one after the other, in the order of the choice.
 */
export function useSoundQueue() {
  const [queued, setQueued] = useState<readonly QueuedSound[]>([]);
  const last = useRef<Pick<QueuedSound, 'key' | 'turn'>>({ key: 0, turn: Promise.resolve() });

  function enqueue(file: File): QueuedSound {
    const { key, turn } = last.current;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    last.current = { key: key + 1, turn: Promise.all([turn, ended]) };
    return { key: key + 1, file, idempotencyKey: randomUuid(), turn, end };
  }

  return {
    queued,
    add: (files: readonly File[]) => {
      const added = files.map(enqueue);
      setQueued((before) => [...before, ...added]);
    },
    done: ({ key, end }: QueuedSound) => {
      end();
      setQueued((before) => before.filter((one) => one.key !== key));
    },
  };
}

export const itemNameOf = ({ name }: File): string => nameOfFile(name) || name;
