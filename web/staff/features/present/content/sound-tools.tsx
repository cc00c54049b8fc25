import { Play, Repeat, Stop, Walk } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { PlayerState, SoundPlayer } from '#web/shared/players/sound-player.ts';
import { BoardTool } from '#web/staff/features/present/board-tool.tsx';

interface SoundToolsProps {
  readonly player: SoundPlayer;
  readonly state: PlayerState;
  /** True if the page has only one sound. */
  readonly isOne: boolean;
}

/** The buttons for playing all sounds, for the pace and for repeating. */
export function SoundTools({ player, state, isOne }: SoundToolsProps) {
  const { t } = useTranslation('present');
  const isOn = state.all || state.playing !== null;
  return (
    <>
      <BoardTool
        icon={isOn ? <Stop size={26} /> : <Play size={26} />}
        text={t(isOn ? 'stop' : isOne ? 'listen' : 'playAll')}
        onClick={() => (isOn ? player.stop() : player.playAll())}
      />
      <BoardTool
        icon={<Walk size={26} />}
        text={t('slow')}
        pressed={state.slow}
        onClick={() => player.setSlow(!state.slow)}
      />
      <BoardTool
        icon={<Repeat size={26} />}
        text={t('repeat')}
        pressed={state.repeat}
        onClick={() => player.setRepeat(!state.repeat)}
      />
    </>
  );
}
