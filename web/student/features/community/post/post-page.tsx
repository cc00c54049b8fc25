import { useVoices } from '#web/student/features/community/use-voices.ts';
import { PostVoice } from '#web/student/features/community/post-voice.tsx';
import { PostPicture } from '#web/student/features/community/post-picture.tsx';
import { Film } from '#web/student/ui/controls/film.tsx';
import { animalColours, animalNamed } from '#web/shared/art/animals.tsx';
import { StudentPage } from '#web/student/ui/frame/student-page.tsx';
import { Pager } from '#web/student/ui/controls/pager.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords } from '#web/student/ui/text/words.tsx';
import { PostChild, PostFlag } from '#web/student/features/community/list/post-card.tsx';
import { PostReactions, ChooseProfile } from '#web/student/features/community/reactions/post-reactions.tsx';
import { TeacherReply } from '#web/student/features/community/teacher-reply.tsx';
import type { Post } from '#web/student/features/community/with-wall.tsx';
import type { Reactions } from '#web/student/features/community/reactions/use-reactions.ts';
import './post-page.css';

interface PostPageProps {
  readonly post: Post;
  readonly reactions: Reactions | null;
  /** Whether a child is to be chosen before it reacts. */
  readonly asksProfile: boolean;
  readonly classHashCode: string;
  /** The address of the wall. */
  readonly back: string;
  readonly previous: string | null;
  readonly next: string | null;
}

/** A post in full size: the work, its maker, the reactions, and the previous and next post. */
export function PostPage({ post, reactions, asksProfile, classHashCode, back, previous, next }: PostPageProps) {
  const { t } = useWords();
  const { displayName: name, title, mine, moderationState, kind } = post;
  const work = t(`work-${kind}`, { name });
  return (
    <StudentPage title={title === '' ? work : title} back={back} className="post-page">
      <article
        className="post post-big"
        data-mine={mine || undefined}
        style={{ '--tile': animalColours[animalNamed(post.animal)] }}
      >
        {mine && <PostFlag waiting={moderationState === 'PENDING'} />}
        <PostWork key={post.id} post={post} label={plain(work)} />
        {title === '' ? <h1 className="spoken">{plain(work)}</h1> : <h1 className="post-title">{title}</h1>}
        <TeacherReply key={`reply ${post.id}`} post={post} opened />
        <div className="post-foot">
          <PostChild post={post} />
          <div className="post-big-reactions">
            <PostReactions {...{ post, reactions }} />
          </div>
        </div>
      </article>
      {asksProfile && <ChooseProfile classHashCode={classHashCode} />}
      <Pager
        label={t('otherPosts')}
        previous={{ to: previous, words: t('previousPost') }}
        next={{ to: next, words: t('nextPost') }}
      />
    </StudentPage>
  );
}

interface PostWorkProps {
  readonly post: Post;
  readonly label: string;
}

/** A post's picture, video or recording in full size. */
export function PostWork({ post, label }: PostWorkProps) {
  const { kind, image, video, recording, thumbnail } = post;
  const { voiceOf, place } = useVoices([post]);
  return (
    <div className="post-work" data-kind={kind}>
      {image && <PostPicture url={image.url} alt={label} />}
      {recording && <PostVoice voice={voiceOf(post)} post={post} />}
      {video && <Film url={video.url} poster={thumbnail?.url} label={label} />}
      <div ref={place} hidden />
    </div>
  );
}
