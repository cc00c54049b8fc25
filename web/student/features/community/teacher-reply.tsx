import { useEffect, useMemo } from 'react';
import { StampPicture } from '#web/shared/art/stamps.tsx';
import { useSoundPlayer } from '#web/shared/players/sound-player.ts';
import { useMarkRepliesSeenMutation } from './seen-replies.lazy.generated.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { AlertHint } from '#web/student/ui/text/alert-hint.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import type { Post } from './with-wall.tsx';
import './teacher-reply.css';

interface TeacherReplyProps {
  readonly post: Post;
  /** True if the work is shown in full size, which marks the replies as seen. */
  readonly opened?: boolean;
}

/** The teacher's replies to the child's own work: a stamp with its meaning, and a voice to be played. */
export function TeacherReply({ post, opened = false }: TeacherReplyProps) {
  const { t } = useWords();
  const { replies } = post;
  const isNew = replies.some(({ seen }) => !seen);
  useSeen(opened && isNew ? post.id : null, replies.map(({ createdAt }) => createdAt).join());
  if (replies.length === 0) return null;
  return (
    <section className="teacher-reply" data-new={isNew || undefined} aria-label={plain(t('teacherReply'))}>
      <p className="teacher-reply-from">
        <Words text={t('teacherReply')} />
      </p>
      {replies.map(({ kind, stamp, voice }) =>
        stamp ? (
          <p key={kind} className="teacher-stamp">
            <StampPicture stamp={stamp} size={opened ? 112 : 72} />
            <span>
              <Words text={t(`stamp-${stamp}`)} />
            </span>
          </p>
        ) : (
          voice && <TeacherVoice key={kind} url={voice.url} />
        ),
      )}
    </section>
  );
}

/**
 * Reports once to the server that the child has opened the work, with the shown replies: another one may have come since
 * the wall was loaded. After a failure, the next visit reports again.
 */
function useSeen(id: string | null, shown: string): void {
  const [markSeen] = useMarkRepliesSeenMutation();
  useEffect(() => {
    if (id !== null) markSeen({ variables: { id, shown: shown.split(',') } }).catch(() => undefined);
  }, [id, shown, markSeen]);
}

function TeacherVoice({ url }: { readonly url: string }) {
  const { t } = useWords();
  const { player, state, place } = useSoundPlayer(useMemo(() => [{ id: url, url, own: true }], [url]));
  const playing = state.playing !== null;
  return (
    <div className="teacher-voice">
      <button
        type="button"
        className="button button-primary"
        data-speaks
        data-playing={playing || undefined}
        onClick={() => (playing ? player.stop() : player.play(url))}
      >
        <Icon name={playing ? 'stop' : 'speaker'} size={40} />
        <span>
          <Words text={playing ? t('stop') : t('teacherVoice')} />
        </span>
      </button>
      {state.failed && <AlertHint text={t('soundFailed')} />}
      <div ref={place} hidden />
    </div>
  );
}
