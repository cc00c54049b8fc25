import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import { agoInWords } from '#web/shared/i18n/ago.ts';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import type { UserRowFragment, UserStatus } from '#web/staff/operations.generated.ts';
import { statusWords } from './user-words.ts';

const tones = { INVITED: 'waiting', ACTIVED: 'good', DEACTIVATED: 'quiet' } as const satisfies Record<
  UserStatus,
  string
>;

export function UserStatusMark({ status }: { readonly status: UserStatus }) {
  const { t } = useTranslation('users');
  return <StatusMark tone={tones[status]}>{t(statusWords[status])}</StatusMark>;
}

interface UserStatusCellProps {
  readonly user: UserRowFragment;
  /** Undefined if the signed-in user cannot resend the invitation. */
  readonly onResend: (() => void) | undefined;
}

/** The status, and below it the next step as a button. */
export function UserStatusCell({ user, onResend }: UserStatusCellProps) {
  const { t, i18n } = useTranslation('users');
  const { status, invitedAt } = user;
  const next = {
    INVITED: invitedAt ? t('invitedAgo', { ago: agoInWords(invitedAt, i18n.language) }) : t('notInvitedYet'),
    ACTIVED: undefined,
    DEACTIVATED: t('cannotSignIn'),
  }[status];
  return (
    <span className="user-status">
      <UserStatusMark status={status} />
      {next && (
        <small>
          {next}
          {onResend && (
            <>
              {' · '}
              <Button
                variant="minimal"
                size="small"
                className="user-resend"
                text={t('resend')}
                aria-label={t('resendTo', { name: staffName(user) })}
                onClick={onResend}
              />
            </>
          )}
        </small>
      )}
    </span>
  );
}
