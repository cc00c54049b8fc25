import { Button, Spinner } from '@blueprintjs/core';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { tokenlessClient } from '#web/staff/apollo/tokenless-client.ts';
import { type LinkPurpose, type PasswordLinkQuery, usePasswordLinkQuery } from '#web/staff/operations.generated.ts';
import { problemText, toastProblem } from '#web/staff/toasts/problem-toast.ts';

type Answer = PasswordLinkQuery['passwordLink'];

/** A mailed link that works, with whose it is. */
export interface LiveLink {
  readonly token: string;
  readonly account: NonNullable<Answer['account']>;
  readonly invitedBy: Answer['invitedBy'];
}

/** The token of the link that led here. It stands behind the #, which browsers keep to themselves. */
export function useToken(): string {
  const { hash } = useLocation();
  return new URLSearchParams(hash.slice(1)).get('token') ?? '';
}

/** What the link of this page is worth: the form when it works, else what to do instead. */
export function WithPasswordLink({ purpose, children }: PasswordLinkProps) {
  const { t } = useTranslation('auth');
  const token = useToken();
  const { data, error, loading, refetch } = usePasswordLinkQuery({
    client: tokenlessClient,
    variables: { token },
    skip: token === '',
    fetchPolicy: 'no-cache',
  });
  const problem = useMemo(() => (error === undefined ? undefined : problemOf(error)), [error]);
  if (loading) return <Spinner aria-label={t('checkingLink')} />;
  // Whether the link works is not known yet: a new one would not help.
  if (problem !== undefined && problem.status !== 404)
    return <Unasked problem={problem} onRetry={() => void refetch().catch(() => undefined)} />;
  const link = data?.passwordLink;
  if (link?.purpose !== purpose) return <Ended purpose={purpose} text={t('linkUnknown')} />;
  if (link.state !== 'LIVE' || !link.account) return <Ended purpose={purpose} text={t(endedTexts[link.state])} />;
  return children({ token, account: link.account, invitedBy: link.invitedBy });
}

interface PasswordLinkProps {
  readonly purpose: LinkPurpose;
  readonly children: (link: LiveLink) => ReactNode;
}

const endedTexts = {
  LIVE: 'linkUnknown',
  EXPIRED: 'linkExpired',
  USED: 'linkUsed',
  VOID: 'linkVoid',
} as const satisfies Record<Answer['state'], string>;

interface UnaskedProps {
  readonly problem: ClientProblem;
  readonly onRetry: () => void;
}

/** The server could not be asked; said as everywhere (section 8), with the way to ask again. */
export function Unasked({ problem, onRetry }: UnaskedProps) {
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

function Ended({ purpose, text }: { readonly purpose: LinkPurpose; readonly text: string }) {
  const { t } = useTranslation('auth');
  return (
    <div className="login-form" role="alert">
      <p>{text}</p>
      {/* Who is still invited gets the invitation again by the same way. */}
      <Link className="bp6-button bp6-large bp6-fill bp6-intent-primary" to={paths.forgotPassword()}>
        {purpose === 'RESET' ? t('newLink') : t('newInvitation')}
      </Link>
    </div>
  );
}
