import { lazy, Suspense } from 'react';
import { paths } from '#web/shared/paths.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { useNewRepliesQuery, type NewRepliesQuery } from './new-replies.lazy.generated.ts';
import './new-replies.css';

/** Loaded only for a reply with a stamp. If loading fails, the words remain. */
const StampPicture = lazy(() =>
  import('#web/shared/art/stamps.tsx').then(
    (loaded) => ({ default: loaded.StampPicture }),
    () => ({ default: () => <></> }),
  ),
);

interface NewRepliesProps {
  readonly classHashCode: string;
}

/** The teacher's replies to the active child since the child's last visit. A tap opens the work. */
export function NewReplies({ classHashCode }: NewRepliesProps) {
  const { t } = useWords();
  // No cache, as another child of this tablet must not see the replies. Offline there are no new replies.
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
