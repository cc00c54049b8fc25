import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { paths } from '#web/paths.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { type LinkPurpose, type PasswordLinkQuery, usePasswordLinkQuery } from '#web/staff/operations.generated.ts';
import { CheckedLink, useToken } from '#web/staff/features/auth/checked-link.tsx';

type Answer = PasswordLinkQuery['passwordLink'];

/** A valid link from a mail, with its user. */
export interface LiveLink {
  readonly token: string;
  readonly account: NonNullable<Answer['account']>;
  readonly invitedBy: Answer['invitedBy'];
  readonly schoolName: Answer['schoolName'];
}

/** Checks the link of this page: shows the form when the link is valid, else the next step. */
export function WithPasswordLink({ purpose, children }: PasswordLinkProps) {
  const { t } = useTranslation('auth');
  const token = useToken();
  const linkQuery = usePasswordLinkQuery({
    client: tokenlessClient,
    variables: { token },
    skip: token === '',
    ...noCache,
  });
  return (
    <CheckedLink asked={linkQuery}>
      {(answer) => {
        const link = answer?.passwordLink;
        if (link?.purpose !== purpose) return <Ended purpose={purpose} text={t('linkUnknown')} />;
        // A new link would not work either.
        if (link.state === 'INACTIVE') return <Ended purpose={undefined} text={t('linkInactive')} />;
        if (link.state !== 'LIVE' || !link.account) return <Ended purpose={purpose} text={t(endedTexts[link.state])} />;
        const { account, invitedBy, schoolName } = link;
        return children({ token, account, invitedBy, schoolName });
      }}
    </CheckedLink>
  );
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
  INACTIVE: 'linkInactive',
} as const satisfies Record<Answer['state'], string>;

interface EndedProps {
  /** The purpose of a new link to offer; undefined if a new link would not help. */
  readonly purpose: LinkPurpose | undefined;
  readonly text: string;
}

function Ended({ purpose, text }: EndedProps) {
  const { t } = useTranslation('auth');
  return (
    <div className="login-form" role="alert">
      <p>{text}</p>
      {/* An invited user gets a new invitation by the same form. */}
      {purpose === 'EMAIL' && <p>{t('newEmailLink')}</p>}
      {(purpose === 'RESET' || purpose === 'INVITATION') && (
        <Link className="bp6-button bp6-large bp6-fill bp6-intent-primary" to={paths.forgotPassword()}>
          {purpose === 'RESET' ? t('newLink') : t('newInvitation')}
        </Link>
      )}
    </div>
  );
}
