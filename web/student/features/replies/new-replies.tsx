import { lazy, Suspense } from 'react';
import { paths } from '#web/shared/paths.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { useNewRepliesQuery, type NewRepliesQuery } from './new-replies.lazy.generated.ts';
import './new-replies.css';

/** Drawn when there is one. A tablet that cannot load it shows the words. */
const StampPicture = lazy(() =>
  import('#web/shared/art/stamps.tsx').then(
    (loaded) => ({ default: loaded.StampPicture }),
    () => ({ default: () => <></> }),
  ),
);

interface NewRepliesProps {
  readonly classHashCode: string;
}

/** What the teacher has answered the child who is here since its last visit. A tap leads to the work. */
export function NewReplies({ classHashCode }: NewRepliesProps) {
  const { t } = useWords();
  // Another child of this tablet must not see what is in the cache. Without the network there is no news.
  const { data } = useNewRepliesQuery({ variables: { classHashCode }, fetchPolicy: 'no-cache' });
  const works = data?.newReplies ?? [];
  if (works.length === 0) return null;
  return (
    <section className="new-replies" aria-label={plain(t('newReplies'))}>
      <h2>
        <Words text={t('newReplies')} />
      </h2>
      <ul>
        {works.map((work) => (
          <li key={work.id}>
            <RepliedWork {...{ work, classHashCode }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RepliedWorkProps extends NewRepliesProps {
  readonly work: NewRepliesQuery['newReplies'][number];
}

function RepliedWork({ work: { id, kind, replies }, classHashCode }: RepliedWorkProps) {
  const { t } = useWords();
  return (
    <Link className="button new-reply" to={paths.communityPreview({ class: classHashCode, post: id })}>
      {replies.map(({ kind: given, stamp }) =>
        stamp === null ? (
          <span key={given} className="new-reply-voice">
            <Icon name="speaker" size={44} />
          </span>
        ) : (
          <Suspense key={given}>
            <StampPicture stamp={stamp} size={76} />
          </Suspense>
        ),
      )}
      <span>
        <Words text={t(`replyTo-${kind}`)} />
      </span>
    </Link>
  );
}
