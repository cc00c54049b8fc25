import { EyeOff, LayoutGrid, Locate } from '@blueprintjs/icons';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePictureFailure } from '#web/shared/use-picture-failure.ts';
import { useSoundPlayer } from '#web/shared/players/sound-player.ts';
import { BoardSounds } from './board-sounds.tsx';
import { BoardSpots } from './board-spots.tsx';
import { BoardTool } from '#web/staff/features/present/board-tool.tsx';
import { Curtain } from './curtain.tsx';
import type { PresentedContent, SoundItem } from '#web/staff/features/present/presented.ts';
import { SoundTools } from './sound-tools.tsx';
import { useBoardKeys } from '#web/staff/features/present/use-board-keys.ts';
import { usePointer } from './use-pointer.ts';
import './board-page.css';

interface BoardPageProps {
  readonly content: PresentedContent;
  readonly items: readonly SoundItem[];
  /** Further tools. */
  readonly children?: ReactNode;
}

/** A page of the textbook with its sounds, as large as the window allows, with a curtain and a pointer. */
export function BoardPage({ content, items, children }: BoardPageProps) {
  const { t } = useTranslation('present');
  const { id, name, audio, pageImage } = content;
  const parts = useMemo(
    () => (items.length > 0 || !audio ? items : [{ id, name, audio, spot: null }]),
    [items, audio, id, name],
  );
  const sounds = useMemo(() => parts.map((part) => ({ id: part.id, url: part.audio.url })), [parts]);
  const { player, state, place } = useSoundPlayer(sounds);
  const { failed: isMissing, onError } = usePictureFailure(pageImage?.url);
  const image = isMissing ? null : pageImage;
  // Percent of the page above the curtain; null without the curtain.
  const [curtain, setCurtain] = useState<number | null>(null);
  const [shown, setShown] = useState<ReadonlySet<string> | null>(null);
  const { isPointing, dot, togglePointer, stage } = usePointer();
  const toggleCurtain = () => image && setCurtain(curtain === null ? 0 : null);
  // Presenters' clickers send these keys to darken the screen.
  useBoardKeys({ b: toggleCurtain, '.': toggleCurtain });
  const spots = image ? parts.filter(({ spot }) => spot !== null) : [];
  const listed = parts.filter((part) => !spots.includes(part) && part.id !== id);
  return (
    <>
      <div className="board-stage" data-pointing={isPointing || undefined} {...stage}>
        {image && (
          <div className="board-room">
            <div className="board-paper" style={{ '--ratio': image.width / image.height }}>
              <img src={image.url} alt={t('imageOf', { name })} onError={onError} draggable={false} />
              <BoardSpots
                spots={spots.filter(({ spot }) => curtain === null || middleOf(spot) < curtain)}
                {...{ player, state, shown }}
                onShow={(spotId) => setShown(new Set([...(shown ?? []), spotId]))}
              />
              {curtain !== null && <Curtain edge={curtain} onMove={setCurtain} />}
            </div>
          </div>
        )}
        {(listed.length > 0 || !image) && <BoardSounds {...{ name, player, state }} sounds={listed} />}
        {isPointing && <div ref={dot} className="board-pointer" />}
        <div ref={place} hidden />
      </div>
      <div className="board-tools" role="group" aria-label={t('tools')}>
        {children}
        {sounds.length > 0 && <SoundTools {...{ player, state }} isOne={sounds.length === 1} />}
        {image && (
          <BoardTool
            icon={<EyeOff size={26} />}
            text={t('curtain')}
            pressed={curtain !== null}
            onClick={toggleCurtain}
          />
        )}
        {spots.length > 0 && (
          <BoardTool
            icon={<LayoutGrid size={26} />}
            text={t('coverSpots')}
            pressed={shown !== null}
            onClick={() => setShown(shown === null ? new Set() : null)}
          />
        )}
        <BoardTool icon={<Locate size={26} />} text={t('pointer')} pressed={isPointing} onClick={togglePointer} />
        {state.failed && (
          <p className="board-note" role="alert">
            {t('soundFailed')}
          </p>
        )}
      </div>
    </>
  );
}

const middleOf = (spot: SoundItem['spot']): number => (spot ? spot.y + spot.height / 2 : 0);
