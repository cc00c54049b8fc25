import { Icon } from '#web/student/ui/art/icons.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { PostPicture } from '#web/student/features/community/post-picture.tsx';
import { PostVoice, type Voice } from '#web/student/features/community/post-voice.tsx';
import type { Post } from '#web/student/features/community/with-wall.tsx';

interface PostCardWorkProps {
  readonly post: Post;
  readonly voice: Voice;
  readonly to: string;
}

/** The work on its card. A tap opens the work in full size; a recording plays on the card. */
export function PostCardWork({ post, voice, to }: PostCardWorkProps) {
  const { t } = useWords();
  const { displayName: name, kind, image, thumbnail, video } = post;
  const small = thumbnail ?? image;
  return (
    <div className="post-work">
      <Link className="post-open" to={to} aria-label={plain(t(`lookAt-${kind}`, { name }))}>
        {small && <PostPicture url={small.url} alt="" />}
        {/* A video without a thumbnail shows its first frame. */}
        {video && !small && <video muted playsInline preload="metadata" src={`${video.url}#t=0.1`} tabIndex={-1} />}
        {video && (
          <span className="post-film">
            <Icon name="play" size={52} />
          </span>
        )}
        <span className="post-bigger">
          <Icon name="zoom-in" size={26} />
          <span>
            <Words text={t('zoomIn')} />
          </span>
        </span>
      </Link>
      {kind === 'RECORD' && <PostVoice voice={voice} post={post} />}
    </div>
  );
}
