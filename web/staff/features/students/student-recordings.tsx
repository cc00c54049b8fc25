import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { PostReplies } from '#web/staff/features/community/replies/post-replies.tsx';
import { useFocusAfterRemoval } from '#web/staff/ui/controls/use-focus-after-removal.ts';
import { ListProblem, ListSkeleton } from '#web/staff/ui/lists/list-states.tsx';
import { useStudentRecordingsQuery, type TakeFragment } from '#web/staff/operations.generated.ts';
import './student-recordings.css';

interface StudentRecordingsProps {
  readonly classId: string;
  readonly profileId: string;
}

/** The pages that a student has recorded: the first and the latest recording of each beside one another. */
export function StudentRecordings({ classId, profileId }: StudentRecordingsProps) {
  const { t } = useTranslation('classes');
  const { data, error, refetch } = useStudentRecordingsQuery({ variables: { classId, studentId: profileId } });
  const found = data?.studentRecordings;
  const root = useRef<HTMLElement>(null);
  useFocusAfterRemoval(root, 'article');
  return (
    <section ref={root} className="list-card student-card student-recordings" aria-label={t('recordings')}>
      <h2>{t('recordings')}</h2>
      {error && !found && (
        <ListProblem problem={problemOf(error)} onRetry={() => void refetch().catch(() => undefined)} />
      )}
      {!error && !found && <ListSkeleton columns={2} />}
      {found?.length === 0 && <p>{t('noRecordings')}</p>}
      {found !== undefined && found.length > 0 && (
        <ul>
          {found.map(({ content, count, first, latest }) => (
            <li key={content.id}>
              <h3>
                <b>{t('recordedPage', { page: content.pageNumber, name: content.name })}</b>
                <small>{t('recordingCount', { count })}</small>
              </h3>
              <div className="student-takes">
                <Take label={t(latest === null ? 'onlyRecording' : 'firstRecording')} post={first} />
                {latest !== null && <Take label={t('latestRecording')} post={latest} />}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface TakeProps {
  readonly label: string;
  readonly post: Masked<TakeFragment>;
}

function Take({ label, post: given }: TakeProps) {
  // A reply that is not sent yet stays with its recording, though the child has made a newer one since.
  const [held, setHeld] = useState<Masked<TakeFragment>>();
  const hold = useCallback((isUnsent: boolean) => setHeld((now) => (isUnsent ? (now ?? given) : undefined)), [given]);
  const post = unmask<TakeFragment>(held ?? given);
  const { i18n } = useTranslation('classes');
  const when = instantInWords(post.createdAt, i18n.language);
  return (
    <article aria-label={`${label}, ${when}`}>
      <h4>
        {label}
        <time dateTime={post.createdAt}>{when}</time>
      </h4>
      {post.recording && <audio controls preload="none" src={post.recording.url} aria-label={`${label}, ${when}`} />}
      <PostReplies post={post} onUnsent={hold} />
    </article>
  );
}
