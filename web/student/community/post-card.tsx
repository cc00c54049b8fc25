import { Animal, animalColours, animalNamed } from '#web/shared/art/animals.tsx';
import { Icon, type IconName } from '#web/student/art/icons.tsx';
import { plain } from '#web/student/text/furigana.ts';
import { useWords, Words } from '#web/student/text/words.tsx';
import type { Post } from './post-cards.tsx';
import { PostPicture } from './post-picture.tsx';
import { PostVoice, type Voice } from './post-voice.tsx';

interface PostCardProps {
  readonly post: Post;
  readonly voice: Voice;
  /** A film begins to play. */
  readonly onFilm: (film: HTMLVideoElement) => void;
}

/** One child's work on a sheet of paper, with who made it and what the class thinks of it. */
export function PostCard({ post, voice, onFilm }: PostCardProps) {
  const { t } = useWords();
  const { title, displayName: name, mine, state, image, thumbnail, recording, video } = post;
  const animal = animalNamed(post.animal);
  return (
    <article className="post" data-mine={mine || undefined} style={{ '--tile': animalColours[animal] }}>
      {mine && <Flag waiting={state === 'WAITING'} />}
      <div className="post-work">
        {image && <PostPicture url={(thumbnail ?? image).url} alt={plain(t('pictureBy', { name }))} />}
        {recording && <PostVoice voice={voice} name={name} />}
        {video && (
          <video
            controls
            playsInline
            preload="metadata"
            src={video.url}
            poster={thumbnail?.url}
            aria-label={plain(t('videoBy', { name }))}
            onPlay={({ currentTarget }) => onFilm(currentTarget)}
          />
        )}
      </div>
      {title !== '' && <h2 className="post-title">{title}</h2>}
      <div className="post-foot">
        <p className="post-child">
          <Animal name={animal} size={52} />
          <span>{name}</span>
        </p>
        {state !== 'WAITING' && (
          <ul className="post-counts">
            <Count icon="like" count={post.likeCount} words={t('likes', { count: post.likeCount })} />
            <Count icon="heart" count={post.heartCount} words={t('hearts', { count: post.heartCount })} />
          </ul>
        )}
      </div>
    </article>
  );
}

function Flag({ waiting }: { readonly waiting: boolean }) {
  const { t } = useWords();
  return (
    <p className="post-flag" data-waiting={waiting || undefined}>
      <Words text={waiting ? t('postWaiting') : t('postMine')} />
    </p>
  );
}

interface CountProps {
  readonly icon: IconName;
  readonly count: number;
  readonly words: string;
}

function Count({ icon, count, words }: CountProps) {
  return (
    <li className="post-count" data-kind={icon}>
      <Icon name={icon} size={30} />
      <span aria-hidden>{count}</span>
      <span className="spoken">{plain(words)}</span>
    </li>
  );
}
