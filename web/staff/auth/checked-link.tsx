import { Button, Spinner } from '@blueprintjs/core';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { problemText, toastProblem } from '#web/staff/toasts/problem-toast.ts';

/** The token of the link that led here. It stands behind the #, which browsers keep to themselves. */
export function useToken(): string {
  const { hash } = useLocation();
  return new URLSearchParams(hash.slice(1)).get('token') ?? '';
}

interface CheckedLinkProps<Answer> {
  /** The query that says what the link is worth. */
  readonly asked: {
    readonly data?: Answer | undefined;
    readonly error?: unknown;
    readonly loading: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** What to show for the answer; undefined when the link opens nothing, with whether its time is over. */
  readonly children: (answer: Answer | undefined, expired: boolean) => ReactNode;
}

/** Asks what a link is worth before it shows anything; where the server cannot be asked, it can be asked again. */
export function CheckedLink<Answer>({ asked, children }: CheckedLinkProps<Answer>) {
  const { t } = useTranslation('auth');
  const { data, error, loading, refetch } = asked;
  const problem = useMemo(() => (error === undefined ? undefined : problemOf(error)), [error]);
  if (loading) return <Spinner aria-label={t('checkingLink')} />;
  const expired = problem?.messageKey === 'messages.linkExpired';
  // Whether the link works is not known yet: a new one would not help.
  if (problem !== undefined && problem.status !== 404 && !expired)
    return <Unasked problem={problem} onRetry={() => void refetch().catch(() => undefined)} />;
  return children(data, expired);
}

interface UnaskedProps {
  readonly problem: ClientProblem;
  readonly onRetry: () => void;
}

/** The server could not be asked; said as everywhere (section 8), with the way to ask again. */
function Unasked({ problem, onRetry }: UnaskedProps) {
  const { t } = useTranslation();
  const text = problemText(problem);
  useEffect(() => toastProblem(problem), [problem]);
  return (
    <div className="login-form" role="alert">
      <p>{text}</p>
      <Button text={t('retry')} size="large" fill onClick={onRetry} />
    </div>
  );
}
