import { Animal, animalNamed } from '#web/shared/art/animals.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { AlertHint } from '#web/student/ui/text/alert-hint.tsx';
import { useWords } from '#web/student/ui/text/words.tsx';
import type { Post } from './with-wall.tsx';

export interface Voice {
  readonly playing: boolean;
  /** The last tap failed to play the sound. */
  readonly failed: boolean;
  readonly play: () => void;
  readonly stop: () => void;
}

interface PostVoiceProps {
  readonly voice: Voice;
  readonly post: Pick<Post, 'displayName' | 'animal'>;
}

/** A child's recording: the child's animal and one large button. */
export function PostVoice({ voice, post: { displayName: name, animal } }: PostVoiceProps) {
  const { t } = useWords();
  const { playing, failed, play, stop } = voice;
  return (
    <div className="post-voice">
      <Animal name={animalNamed(animal)} size={112} />
      <button
        type="button"
        className="button button-primary post-voice-button"
        data-speaks
        data-playing={playing || undefined}
        aria-label={plain(playing ? t('stop') : t('listenTo', { name }))}
        onClick={playing ? stop : play}
      >
        <Icon name={playing ? 'stop' : 'speaker'} size={52} />
      </button>
      {failed && <AlertHint text={t('soundFailed')} />}
    </div>
  );
}
