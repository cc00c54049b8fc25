import { useEffect, useMemo, useState } from 'react';
import { Hanamaru } from '#web/student/ui/art/hanamaru.tsx';
import { RetryButton } from '#web/student/ui/controls/retry-button.tsx';
import { useRetry } from '#web/student/ui/frame/problem-page.tsx';
import { usePushAndListenQuery } from '#web/student/features/contents/content-page.lazy.generated.ts';
import { AlertHint } from '#web/student/ui/text/alert-hint.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { PageView, type StudentContent } from '#web/student/features/players/page-view.tsx';
import { useHeard } from '#web/student/platform/usage/page-view-tracker.ts';
import { SoundList } from './sound-list.tsx';
import { SoundSpots } from './sound-spots.tsx';
import { SoundTools } from '#web/student/features/players/sound-tools.tsx';
import { useSoundPlayer } from '#web/shared/players/sound-player.ts';
import './push-and-listen.css';

interface PushAndListenProps {
  readonly content: StudentContent;
  readonly onAllHeard: () => void;
}

/** The page with its spots, and below it a list of the sounds that have no spot. */
export function PushAndListen({ content, onAllHeard }: PushAndListenProps) {
  const { t } = useWords();
  const { data, error, refetch } = usePushAndListenQuery({
    variables: { contentId: content.id },
    notifyOnNetworkStatusChange: false,
  });
  const retry = useRetry(refetch);
  const items = data?.studentPushAndListen;
  // A failed refetch changes nothing for the child.
  const problem = items ? undefined : error;
  const sounds = useMemo(() => (items ?? []).map(({ id, audio }) => ({ id, url: audio.url })), [items]);
  const { player, state, place } = useSoundPlayer(sounds);
  const [pictured, setPictured] = useState(content.pageImage !== null);
  // Sounds that can be tapped on the page are not listed again.
  const listed = (items ?? []).filter(({ spot }) => !pictured || spot === null);
  const allHeard = sounds.length > 0 && sounds.every(({ id }) => state.heard.has(id));

  useHeard(state.heard.size > 0);
  useEffect(() => {
    if (allHeard) onAllHeard();
  }, [allHeard, onAllHeard]);

  return (
    <div className="listen">
      <PageView
        content={content}
        onShown={setPictured}
        overlay={
          <>
            {items && <SoundSpots items={items} player={player} state={state} />}
            {allHeard && <Praise />}
          </>
        }
      >
        {sounds.length > 0 && <SoundTools player={player} state={state} />}
      </PageView>
      <div className="listen-side">
        {listed.length > 0 && <SoundList items={listed} player={player} state={state} />}
        {items?.length === 0 && (
          <p className="field-hint">
            <Words text={t('noSounds')} />
          </p>
        )}
        {(problem ?? state.failed) && <AlertHint text={t('soundFailed')} />}
        {problem && <RetryButton onRetry={retry} />}
        {allHeard && !pictured && <Praise />}
      </div>
      <div ref={place} hidden />
    </div>
  );
}

function Praise() {
  const { t } = useWords();
  return (
    <p className="listen-praise" role="status">
      <Hanamaru size={96} drawn />
      <span>
        <Words text={t('allHeard')} />
      </span>
    </p>
  );
}
