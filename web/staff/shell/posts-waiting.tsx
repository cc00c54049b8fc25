import { useTranslation } from 'react-i18next';
import { localeOf } from '#web/shared/i18n/languages.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { usePostsWaitingQuery } from '#web/staff/operations.generated.ts';

/** Milliseconds between two looks at what children have posted meanwhile. */
const interval = 60_000;

/** How many posts wait for this person: asked for when the shell appears, now and then, and after each decision. */
export function PostsWaiting() {
  const { t, i18n } = useTranslation('shell');
  const { data } = usePostsWaitingQuery({
    ...ownProblems,
    pollInterval: interval,
    skipPollAttempt: () => document.hidden,
  });
  // A reported post is on the wall already: it is another one than those before it.
  const count = (data?.communityWaiting.pending ?? 0) + (data?.communityWaiting.reported ?? 0);
  if (count === 0) return null;
  return (
    <span className="side-badge">
      <span aria-hidden="true">
        {new Intl.NumberFormat(localeOf(i18n.language), { notation: 'compact' }).format(count)}
      </span>
      <span className="visually-hidden">{t('postsWaiting', { count })}</span>
    </span>
  );
}
