import { ModelSound } from '#web/student/features/players/model-sound.tsx';
import { useEffect } from 'react';
import type { Where } from '#web/student/platform/place.ts';
import { VideoPlayer } from '#web/student/features/players/video.tsx';
import { Game } from '#web/student/features/players/game.tsx';
import { Song } from '#web/student/features/players/song.tsx';
import { RecordPage } from '#web/student/features/record/record-page.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { PageView, type StudentContent } from '#web/student/features/players/page-view.tsx';
import { PushAndListen } from './push-and-listen.tsx';

interface PlayerProps {
  readonly content: StudentContent;
  /** Called when the child has read, heard, played or spoken the content. */
  readonly onDone: () => void;
}

interface ContentActivityProps extends PlayerProps {
  /** The class or book that the child came from. */
  readonly where: Where;
}

/** Whether the content has a player above its page. */
export const isPlayed = (type: StudentContent['type']): boolean =>
  type === 'MUSIC' || type === 'VIDEO' || type === 'GAME';

/** The activity of a content, by its type. A content with a player shows its printed page below. */
export function ContentActivity({ content, where, onDone }: ContentActivityProps) {
  if (content.type === 'PUSH_AND_LISTEN') return <PushAndListen content={content} onAllHeard={onDone} />;
  if (content.type === 'RECORD') return <RecordPage content={content} where={where} onSpoken={onDone} />;
  if (!isPlayed(content.type)) return <PageReader content={content} onRead={onDone} />;
  return (
    <>
      <Player content={content} onDone={onDone} />
      {content.pageImage && <PageView content={content} />}
    </>
  );
}

function Player({ content, onDone }: PlayerProps) {
  const { t } = useWords();
  const { type, name, youtubeLink, wordwallLink, audio } = content;
  if (type === 'GAME' && wordwallLink) return <Game link={wordwallLink} name={name} onPlayed={onDone} />;
  if (type !== 'GAME' && youtubeLink) {
    return <VideoPlayer link={youtubeLink} name={name} type={type === 'VIDEO' ? type : 'MUSIC'} onFinished={onDone} />;
  }
  if (type !== 'GAME' && audio) return <Song url={audio.url} onFinished={onDone} />;
  return (
    <p className="field-hint">
      <Words text={t('nothingToPlay')} />
    </p>
  );
}

interface PageReaderProps {
  readonly content: StudentContent;
  /** Called when the child has looked at the page. */
  readonly onRead: () => void;
}

/** Shows a page of the book, with a player when the page has a sound. */
export function PageReader({ content, onRead }: PageReaderProps) {
  useEffect(() => {
    onRead();
  }, [onRead]);
  return <PageView content={content}>{content.audio && <ModelSound url={content.audio.url} />}</PageView>;
}
