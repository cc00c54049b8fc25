import { useTranslation } from 'react-i18next';
import { agoInWords } from '#web/shared/i18n/ago.ts';
import { StatusMark } from '#web/staff/lists/status-mark.tsx';
import type { UserRowFragment, UserStatus } from '#web/staff/operations.generated.ts';
import { statusWords } from './user-words.ts';

const tones = { INVITED: 'waiting', ACTIVED: 'good', DEACTIVATED: 'quiet' } as const satisfies Record<
  UserStatus,
  string
>;

/** The status, and below it what it waits for. */
export function UserStatusCell({ user }: { readonly user: Pick<UserRowFragment, 'status' | 'invitedAt'> }) {
  const { t, i18n } = useTranslation('users');
  const { status, invitedAt } = user;
  const next = {
    INVITED: invitedAt ? t('invitedAgo', { ago: agoInWords(invitedAt, i18n.language) }) : t('notInvitedYet'),
    ACTIVED: undefined,
    DEACTIVATED: t('cannotSignIn'),
  }[status];
  return (
    <span className="user-status">
      <StatusMark tone={tones[status]}>{t(statusWords[status])}</StatusMark>
      {next && <small>{next}</small>}
    </span>
  );
}
