import { People } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BoardTool } from '#web/staff/features/present/board-tool.tsx';
import { FollowerList } from './follower-list.tsx';
import { useBoardSession } from './use-board-session.ts';
import './everybody.css';

interface EverybodyProps {
  readonly classId: string;
  readonly contentId: string;
}

/** Leads the class's tablets to the board's page, and counts the students' activity there, without names. */
export function Everybody({ classId, contentId }: EverybodyProps) {
  const { t } = useTranslation('present');
  const { isOn, isStarting, hasEnded, isPageRefused, followers, start, end } = useBoardSession({ classId, contentId });
  const [isListing, setListing] = useState(false);
  const here = followers.filter(({ isHere }) => isHere);
  const count = (done: 'heard' | 'spoken' | 'finished') => here.filter((one) => one[done]).length;
  return (
    <>
      <BoardTool
        className="everybody"
        icon={<People size={26} />}
        text={t('everybody')}
        pressed={isOn}
        disabled={isStarting}
        onClick={() => (isOn ? end() : void start().catch(() => undefined))}
      />
      {isOn && (
        <button type="button" className="board-tool everybody-counts" onClick={() => setListing(true)}>
          <b>{t('here', { count: here.length })}</b>
          <span>
            {t('doneCounts', { heard: count('heard'), spoken: count('spoken'), finished: count('finished') })}
          </span>
        </button>
      )}
      {(isPageRefused || (hasEnded && !isOn)) && (
        <p className="everybody-notice" role="status">
          {t(isPageRefused ? 'pageRefused' : 'everybodyEnded')}
        </p>
      )}
      <FollowerList followers={followers} isOpen={isOn && isListing} onClose={() => setListing(false)} />
    </>
  );
}
