import { Button, Spinner } from '@blueprintjs/core';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { problemText, toastSignInProblem } from '#web/staff/platform/toasts/problem-toast.ts';

/** The token of the link. It is in the URL's fragment, which browsers do not send. */
export function useToken(): string {
  const { hash } = useLocation();
  return new URLSearchParams(hash.slice(1)).get('token') ?? '';
}

interface CheckedLinkProps<Answer> {
  /** The query that checks the link. */
  readonly asked: {
    readonly data?: Answer | undefined;
    readonly error?: unknown;
    readonly loading: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** Renders the answer. The answer is undefined for an invalid link; `expired` marks a link that was valid before. */
  readonly children: (answer: Answer | undefined, expired: boolean) => ReactNode;
}

/** Checks a link before it shows anything. When the server cannot be reached, a button tries again. */
export function CheckedLink<Answer>({ asked, children }: CheckedLinkProps<Answer>) {
  const { t } = useTranslation('auth');
  const { data, error, loading, refetch } = asked;
  const problem = useMemo(() => (error === undefined ? undefined : problemOf(error)), [error]);
  if (loading) return <Spinner aria-label={t('checkingLink')} />;
  const expired = problem?.messageKey === 'messages.linkExpired';
  // The check itself failed, so the link may still work: offer a retry, not a new link.
  if (problem !== undefined && problem.status !== 404 && !expired)
    return <Unasked problem={problem} onRetry={() => void refetch().catch(() => undefined)} />;
  return children(data, expired);
}

interface UnaskedProps {
  readonly problem: ClientProblem;
  readonly onRetry: () => void;
}

/** The message of section 8 after a failed check, with a retry button. */
function Unasked({ problem, onRetry }: UnaskedProps) {
  const { t } = useTranslation();
  const text = problemText(problem);
  useEffect(() => toastSignInProblem(problem), [problem]);
  return (
    <div className="login-form" role="alert">
      <p>{text}</p>
      <Button text={t('retry')} size="large" fill onClick={onRetry} />
    </div>
  );
}
