import { useTranslation } from 'react-i18next';
import { localeOf } from '#schema/languages.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { usePostsWaitingQuery } from '#web/staff/operations.generated.ts';

/** The polling interval of the number of waiting posts, in milliseconds. */
const interval = 60_000;

/** The number of posts that wait for the user. Polled while the shell is shown, and refetched after each decision. */
export function PostsWaiting() {
  const { t, i18n } = useTranslation('shell');
  const { data } = usePostsWaitingQuery({
    ...ownProblems,
    pollInterval: interval,
    skipPollAttempt: () => document.hidden,
  });
  // A reported post is already on the wall and no pending post is, so the two counts do not overlap.
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
