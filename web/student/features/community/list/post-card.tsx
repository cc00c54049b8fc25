import type { ReactNode } from 'react';
import { Animal, animalColours, animalNamed } from '#web/shared/art/animals.tsx';
import { AlertHint } from '#web/student/ui/text/alert-hint.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { PostCardWork } from './post-card-work.tsx';
import { TeacherReply } from '#web/student/features/community/teacher-reply.tsx';
import type { Post } from '#web/student/features/community/with-wall.tsx';
import type { Voice } from '#web/student/features/community/post-voice.tsx';
import './post-cards.css';

interface PostCardProps {
  readonly post: Post;
  readonly voice: Voice;
  /** The address of the post in full size. */
  readonly to: string;
  /** The action for the whole post: remove or report. */
  readonly act: ReactNode;
  /** Removing failed, so the post is shown again. */
  readonly notRemoved: boolean;
  /** The reactions of the class. */
  readonly children: ReactNode;
}

/** One child's work with the child's name and the reactions of the class. */
export function PostCard({ post, voice, to, act, notRemoved, children }: PostCardProps) {
  const { t } = useWords();
  const { title, mine, moderationState } = post;
  return (
    <article
      className="post"
      data-mine={mine || undefined}
      style={{ '--tile': animalColours[animalNamed(post.animal)] }}
    >
      {mine && <PostFlag waiting={moderationState === 'PENDING'} />}
      <PostCardWork {...{ post, voice, to }} />
      {title !== '' && <h2 className="post-title">{title}</h2>}
      <TeacherReply post={post} />
      <div className="post-foot">
        <PostChild post={post} />
        {act}
      </div>
      {notRemoved && <AlertHint text={t('postNotRemoved')} />}
      {children}
    </article>
  );
}

export function PostChild({ post }: Pick<PostCardProps, 'post'>) {
  return (
    <p className="post-child">
      <Animal name={animalNamed(post.animal)} size={52} />
      <span>{post.displayName}</span>
    </p>
  );
}

export function PostFlag({ waiting }: { readonly waiting: boolean }) {
  const { t } = useWords();
  return (
    <p className="post-flag" data-waiting={waiting || undefined}>
      <Words text={waiting ? t('postWaiting') : t('postMine')} />
    </p>
  );
}
