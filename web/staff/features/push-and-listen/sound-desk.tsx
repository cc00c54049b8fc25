import { Button } from '@blueprintjs/core';
import { Play, Stop } from '@blueprintjs/icons';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import type { PushAndListenItemsQuery, SoundItemFragment } from '#web/staff/operations.generated.ts';
import { useFocusAfterRemoval } from '#web/staff/ui/controls/use-focus-after-removal.ts';
import { OrderedList } from '#web/staff/ui/ordering/ordered-list.tsx';
import { AddSounds } from './add-sounds.tsx';
import { EditItemDialog } from './item-dialog.tsx';
import { ItemLine } from './item-line.tsx';
import { useItems } from './use-items.ts';
import { SpotPage } from './spot-page.tsx';
import { SpotTools } from './spot-tools.tsx';
import { useItemOrder } from './use-item-order.ts';
import { usePlayThrough } from './use-play-through.ts';
import { useSpotEditing } from './use-spot-editing.ts';

/** The page and its sounds side by side. */
export function SoundDesk({ content, pushAndListenItems }: PushAndListenItemsQuery) {
  const { t } = useTranslation('push-and-listen');
  const rows = unmask<SoundItemFragment>(pushAndListenItems);
  const items = useItems(content.id);
  const move = useItemOrder(content.id, items.reload);
  const player = usePlayThrough(rows);
  const spots = useSpotEditing(items, rows);
  const [opened, setOpened] = useState<SoundItemFragment>();
  // The row as the list has it. A row that was deleted meanwhile keeps its dialog, with what was typed.
  const edited = rows.find(({ id }) => id === opened?.id) ?? opened;
  const { pageImage } = content;
  const root = useRef<HTMLElement>(null);
  useFocusAfterRemoval(root, 'li');

  return (
    <div className="sound-desk">
      <section className="panel" aria-label={t('pageImage')}>
        {spots.editing && (
          <SpotTools {...spots.editing} onChange={spots.draw} onSave={spots.save} onCancel={spots.cancel} />
        )}
        {pageImage ? (
          <SpotPage
            image={pageImage}
            items={rows}
            editing={spots.editing}
            playing={player.playing}
            onDraw={spots.draw}
            onPlay={player.play}
          />
        ) : (
          <p>{t('noPageImage')}</p>
        )}
      </section>
      <section ref={root} className="panel sound-side" aria-label={t('sounds')}>
        <AddSounds items={items} />
        {rows.length === 0 ? (
          <p className="lines-empty">{t('noSounds')}</p>
        ) : (
          <>
            <Button
              icon={player.all ? <Stop /> : <Play />}
              text={t(player.all ? 'stopAll' : 'playAll')}
              onClick={player.all ? player.stop : player.playAll}
            />
            <OrderedList label={t('sounds')} rows={rows} nameOf={({ name }) => name} onMove={move}>
              {(item, controls) => (
                <ItemLine
                  item={item}
                  controls={controls}
                  isPlaying={player.playing === item.id}
                  hasFailed={player.failed === item.id}
                  canHaveSpot={pageImage !== null}
                  onPlay={() => player.play(item.id)}
                  onEdit={() => setOpened(item)}
                  onSpot={() => spots.begin(item)}
                  onDelete={() => void items.remove(item)}
                />
              )}
            </OrderedList>
          </>
        )}
        <audio {...player.element} hidden />
      </section>
      {edited && (
        <EditItemDialog contentId={content.id} item={edited} items={items} onClose={() => setOpened(undefined)} />
      )}
    </div>
  );
}
