import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { Animal, animalNamed } from '#web/shared/art/animals.tsx';
import { agoInWords } from '#web/shared/i18n/ago.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { personName } from '#web/staff/ui/controls/person-name.ts';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import type { QueuedPostFragment } from '#web/staff/operations.generated.ts';
import { PostButtons } from './post-buttons.tsx';
import { PostMedia } from './post-media.tsx';
import { PostReplies } from '#web/staff/features/community/replies/post-replies.tsx';
import { PostReports } from './post-reports.tsx';
import { stateTones, stateWords } from '#web/staff/features/community/post-state.ts';
import type { HoldPost } from '#web/staff/features/community/use-held-posts.ts';
import type { Decisions } from '#web/staff/features/community/use-decisions.ts';

interface PostCardProps {
  readonly post: QueuedPostFragment;
  /** Names the class, in a list of several classes. */
  readonly withClass: boolean;
  readonly decisions: Decisions;
  readonly onUnsent: HoldPost;
}

/** One post with its state and the buttons that decide about it. */
export function PostCard({ post, withClass, decisions, onUnsent }: PostCardProps) {
  const { t, i18n } = useTranslation('community');
  const [unsent, setUnsent] = useState(false);
  useEffect(() => onUnsent(post, unsent), [post, unsent, onUnsent]);
  const { displayName: name, state, decidedBy, decidedAt } = post;
  return (
    <article className="post-card" tabIndex={-1} data-post={post.id} aria-label={t('postBy', { name })}>
      <div className="post-media" data-kind={post.kind}>
        <PostMedia post={post} />
      </div>
      <header className="post-head">
        <Animal name={animalNamed(post.animal)} size={36} />
        <span>
          <Link to={paths.classStudent(post.class.id, post.studentId)}>{name}</Link>
          <time dateTime={post.createdAt} title={instantInWords(post.createdAt, i18n.language)}>
            {agoInWords(post.createdAt, i18n.language)}
          </time>
        </span>
        <StatusMark tone={stateTones[state]}>{t(stateWords[state])}</StatusMark>
      </header>
      {post.title !== '' && <p className="post-title">{post.title}</p>}
      <p className="post-where">
        {withClass && <Link to={paths.classWall(post.class.id)}>{post.class.className}</Link>}
        {post.unit && <span>{t('unit', { number: post.unit.number, name: post.unit.name })}</span>}
        {post.content && <span>{t('page', { page: post.content.pageNumber, name: post.content.name })}</span>}
        <span>{t('likes', { count: post.likeCount })}</span>
        <span>{t('hearts', { count: post.heartCount })}</span>
      </p>
      {decidedAt !== null && (
        <p className="post-decided">
          {t('decided', {
            name: decidedBy ? personName(decidedBy) : t('somebody'),
            when: instantInWords(decidedAt, i18n.language),
          })}
        </p>
      )}
      <PostReports post={post} onKeep={() => void decisions.keep(post)} />
      <PostReplies post={post} onUnsent={setUnsent} />
      <PostButtons post={post} decisions={decisions} />
    </article>
  );
}
