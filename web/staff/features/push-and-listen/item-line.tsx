import { Button } from '@blueprintjs/core';
import { Edit, Play, Select, Stop, Trash } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import type { SoundItemFragment } from '#web/staff/operations.generated.ts';

interface ItemLineProps {
  readonly item: SoundItemFragment;
  /** The controls that move the item. */
  readonly controls: ReactNode;
  readonly isPlaying: boolean;
  /** True after the last try to play the sound failed. */
  readonly hasFailed: boolean;
  readonly canHaveSpot: boolean;
  readonly onPlay: () => void;
  readonly onEdit: () => void;
  readonly onSpot: () => void;
  readonly onDelete: () => void;
}

/** One sound of the page. */
export function ItemLine({ item, controls, isPlaying, hasFailed, canHaveSpot, ...on }: ItemLineProps) {
  const { t } = useTranslation(['push-and-listen', 'lists', 'lessons']);
  const { name, fileName, spot } = item;
  return (
    <div className="item-line" aria-current={isPlaying || undefined}>
      {controls}
      <Button
        icon={isPlaying ? <Stop /> : <Play />}
        aria-label={isPlaying ? t('stopSound', { name }) : t('listenTo', { name })}
        onClick={on.onPlay}
      />
      <span className="item-words">
        <b>{name}</b>
        <small>{fileName}</small>
        {hasFailed && (
          <small className="item-failed" role="alert">
            {t('soundFailed')}
          </small>
        )}
      </span>
      {canHaveSpot && (
        <Button
          variant="minimal"
          icon={<Select />}
          active={spot !== null}
          title={t(spot === null ? 'drawSpot' : 'changeSpot')}
          aria-label={t(spot === null ? 'drawSpotOf' : 'changeSpotOf', { name })}
          onClick={on.onSpot}
        />
      )}
      <RowMenu
        label={t('lists.rowActions', { name })}
        items={[
          { key: 'edit', text: t('lessons.edit'), icon: <Edit />, run: on.onEdit },
          { key: 'delete', text: t('lessons.delete'), icon: <Trash />, intent: 'danger', run: on.onDelete },
        ]}
      />
    </div>
  );
}
