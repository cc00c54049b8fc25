import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { LostOwl, OfflineCloud } from '#web/student/art/empty-states.tsx';
import { Icon } from '#web/student/art/icons.tsx';
import { useWords, Words } from '#web/student/text/words.tsx';
import { Link } from './link.tsx';
import { MessagePage } from './message-page.tsx';
import { gentleRetry } from './gentle-retry.ts';

interface ProblemPageProps {
  readonly error: unknown;
  readonly retry: () => unknown;
  readonly back?: string | undefined;
  /** What an unknown code means on this page. */
  readonly unknown: { readonly title: string; readonly text: string };
}

/** A page that could not be fetched: nobody's fault, and one next step. */
export function ProblemPage({ error, retry, back, unknown }: ProblemPageProps) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { status, messageKey } = problemOf(error);
  const outdated = messageKey === 'messages.appUpdated';
  useEffect(
    () => gentleRetry(status, { retry, giveUp: () => navigate(paths.root, { replace: true }) }),
    [status, retry, navigate],
  );
  // A code that cannot be one is as unknown as one that is not there.
  if (!outdated && (status === 404 || status === 400)) {
    return (
      <MessagePage picture={<LostOwl />} {...unknown} back={back}>
        <Link className="button button-primary" to={paths.profiles()}>
          <Icon name="home" size={32} />
          <span>
            <Words text={t('goHome')} />
          </span>
        </Link>
      </MessagePage>
    );
  }
  const words = status === 503 ? 'resting' : status === 0 ? 'offline' : 'broken';
  return (
    <MessagePage picture={<OfflineCloud />} title={t(`${words}Title`)} text={t(`${words}Text`)} back={back}>
      <button
        type="button"
        className="button button-primary"
        onClick={() => (outdated ? window.location.reload() : retry())}
      >
        <Icon name="play" size={30} />
        <Words text={t('tryAgain')} />
      </button>
    </MessagePage>
  );
}
