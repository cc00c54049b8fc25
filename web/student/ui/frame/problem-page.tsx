import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { comeBackTo } from '#web/student/platform/profiles/hand-over.ts';
import { codeOfDeleted, codeReplaced, problemOf } from '#web/shared/apollo/problem.ts';
import { LostOwl, OfflineCloud } from '#web/student/ui/art/empty-states.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { RetryButton } from '#web/student/ui/controls/retry-button.tsx';
import { MessagePage } from './message-page.tsx';

interface ProblemPageProps {
  readonly error: unknown;
  readonly retry: () => unknown;
  readonly back?: string | undefined;
  /** The text for an unknown code on this page. */
  readonly unknown: { readonly title: string; readonly text: string };
}

/** Shown when a page cannot be loaded, with one next step. */
export function ProblemPage({ error, retry, back, unknown }: ProblemPageProps) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { status, messageKey } = problemOf(error);
  const outdated = messageKey === 'messages.appUpdated';
  useEffect(() => {
    // The root of the students' pages is the profiles. Their Back and the child's own tile lead to this page again.
    const giveUp = () => navigate(paths.profiles(), { replace: true, state: comeBackTo(pathname + search) });
    return gentleRetry(status, { retry, giveUp });
  }, [status, retry, navigate, pathname, search]);
  // A malformed code is treated like an unknown one.
  if (!outdated && (status === 404 || status === 400)) {
    const key = messageKey === codeOfDeleted ? 'codeGone' : messageKey === codeReplaced ? 'codeReplaced' : undefined;
    const words = key ? { title: t(`${key}Title`), text: t(`${key}Text`) } : unknown;
    return (
      <MessagePage picture={<LostOwl />} {...words} back={back}>
        <Link className="button button-primary" to={paths.profiles()}>
          <Icon name="home" size={32} />
          <span>
            <Words text={t('goHome')} />
          </span>
        </Link>
      </MessagePage>
    );
  }
  const words = status === 503 || isOutage(status) ? 'resting' : status === 0 ? 'offline' : 'broken';
  return (
    <MessagePage picture={<OfflineCloud />} title={t(`${words}Title`)} text={t(`${words}Text`)} back={back}>
      <RetryButton onRetry={() => (outdated ? window.location.reload() : retry())} />
    </MessagePage>
  );
}

interface Steps {
  readonly retry: () => unknown;
  /** After a 503 the app returns to the root path (sections 2 and 9). */
  readonly giveUp: () => unknown;
}

/** Whether the gateway did not reach the API, or a proxy did not reach the gateway. */
const isOutage = (status: number): boolean => status === 502 || status === 504;

/** Milliseconds after the problem: retries after a 503 before the return to the root, and between retries without a server. */
const tries = [2000, 4000];
const giveUpAfter = 6000;
const offlineEvery = 5000;

/** Retries temporary problems; returns a function that stops. */
export function gentleRetry(status: number, { retry, giveUp }: Steps): () => void {
  if (status === 503) {
    const timers = [...tries.map((wait) => setTimeout(retry, wait)), setTimeout(giveUp, giveUpAfter)];
    return () => timers.forEach(clearTimeout);
  }
  if (status !== 0 && !isOutage(status)) return () => undefined;
  const timer = setInterval(retry, offlineEvery);
  window.addEventListener('online', retry);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', retry);
  };
}

/** A refetch whose failure only the query reports. */
export function useRetry(refetch: () => Promise<unknown>): () => void {
  return useCallback(() => {
    refetch().catch(() => undefined);
  }, [refetch]);
}
