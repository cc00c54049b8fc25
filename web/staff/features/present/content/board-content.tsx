import { Spinner } from '@blueprintjs/core';
import { Document, Play } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { usePresentedContentQuery } from '#web/staff/operations.generated.ts';
import { ListProblem } from '#web/staff/ui/lists/list-states.tsx';
import { BoardGame } from './board-game.tsx';
import { BoardPage } from './board-page.tsx';
import { BoardSong } from './board-song.tsx';
import { BoardTool } from '#web/staff/features/present/board-tool.tsx';
import { BoardVideo } from './board-video.tsx';
import type { PresentedContent, SoundItem } from '#web/staff/features/present/presented.ts';

interface BoardContentProps {
  readonly page: { readonly id: string; readonly hashCode: string };
}

/** One content on the board, with its tools. */
export function BoardContent({ page: { id: contentId, hashCode } }: BoardContentProps) {
  const { t } = useTranslation('common');
  const { data, error, refetch } = usePresentedContentQuery({ variables: { hashCode, contentId } });
  if (data) return <Presented content={data.studentContent} items={data.studentPushAndListen} />;
  return (
    <div className="board-stage">
      {error ? (
        <ListProblem problem={problemOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Spinner aria-label={t('loading')} />
      )}
    </div>
  );
}

interface PresentedProps {
  readonly content: PresentedContent;
  readonly items: readonly SoundItem[];
}

/** A song, a page with its sounds, or a video or game. The printed page can replace a video or game. */
function Presented({ content, items }: PresentedProps) {
  const { t } = useTranslation('present');
  const [showsPage, setShowsPage] = useState(false);
  const { type, name, youtubeLink, wordwallLink, audio, pageImage } = content;
  if (type === 'MUSIC' && !youtubeLink && audio) return <BoardSong {...{ name, pageImage }} url={audio.url} />;
  const isPlayed = (type === 'GAME' && wordwallLink) || (['MUSIC', 'VIDEO'].includes(type) && youtubeLink);
  if (!isPlayed) return <BoardPage content={content} items={items} />;
  const toPage = pageImage && (
    <BoardTool icon={<Document size={26} />} text={t('printedPage')} onClick={() => setShowsPage(true)} />
  );
  if (showsPage)
    return (
      <BoardPage content={content} items={items}>
        <BoardTool icon={<Play size={26} />} text={t('backToPlay')} onClick={() => setShowsPage(false)} />
      </BoardPage>
    );
  if (type === 'GAME')
    return (
      <BoardGame link={wordwallLink ?? ''} name={name}>
        {toPage}
      </BoardGame>
    );
  return (
    <BoardVideo link={youtubeLink ?? ''} name={name}>
      {toPage}
    </BoardVideo>
  );
}
