import { Button } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { useWhileHere } from '#web/staff/platform/while-here.ts';
import { agoInWords } from '#web/shared/i18n/ago.ts';
import { messageText } from '#web/shared/i18n/message-text.ts';
import type { UserDetailFragment } from '#web/staff/operations.generated.ts';
import { useOwnId } from '#web/staff/platform/session/login-info.ts';
import { AccountFacts } from './account-facts.tsx';
import { RemoveSecondFactor } from './remove-second-factor.tsx';
import { useUserActions } from '#web/staff/features/users/actions/use-user-actions.ts';
import { offersFor } from '#web/staff/features/users/actions/user-offers.ts';
import { UserStatusMark } from '#web/staff/features/users/user-status.tsx';

interface UserAccountProps {
  readonly found: UserDetailFragment;
  readonly invitationDays: number;
}

const day = 86_400_000;

/** The account's status, its next step, and its actions. An action that is not allowed shows the reason. */
export function UserAccount({ found, invitationDays }: UserAccountProps) {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const whileHere = useWhileHere();
  const ownId = useOwnId();
  const offers = offersFor(found, ownId);
  const actions = useUserActions();
  const [isDeleted, setDeleted] = useState(false);

  async function remove(): Promise<void> {
    if (!(await actions.remove(found))) return;
    // The list is still loading while this screen is shown.
    setDeleted(true);
    whileHere(() => void navigate(paths.users));
  }

  return (
    <section className="panel" aria-label={t('account')}>
      <h2>{t('account')}</h2>
      <p className="user-next">
        <UserStatusMark status={found.status} />
        <span>
          <NextStep found={found} invitationDays={invitationDays} />
        </span>
      </p>
      <div className="user-buttons">
        {offers.resend && <Button text={t('resendInvitation')} onClick={() => void actions.resend(found)} />}
        {offers.reset && <Button text={t('resetPassword')} onClick={() => void actions.reset(found)} />}
        {offers.activate && <Button text={t('activate')} onClick={() => void actions.activate(found)} />}
        {offers.deactivate && <Button text={t('deactivate')} onClick={() => void actions.deactivate(found)} />}
        {offers.remove && (
          <Button icon={<Trash />} text={t('delete')} disabled={isDeleted} onClick={() => void remove()} />
        )}
      </div>
      <RemoveSecondFactor found={found} />
      {found.id === ownId && <p className="user-why">{t('ownAccount')}</p>}
      {found.refusal !== null && <p className="user-why">{messageText(found.refusal) ?? found.refusal}</p>}
      <AccountFacts found={found} />
    </section>
  );
}

function NextStep({ found: { status, invitedAt }, invitationDays }: UserAccountProps) {
  const { t, i18n } = useTranslation('users');
  if (status === 'ACTIVED') return t('nextActived');
  if (status === 'DEACTIVATED') return t('nextDeactivated');
  if (invitedAt === null) return t('notInvitedYet');
  const ago = agoInWords(invitedAt, i18n.language);
  return isOver(invitedAt, invitationDays)
    ? t('nextExpired', { ago })
    : t('nextInvited', { ago, count: invitationDays });
}

const isOver = (since: string, days: number, now = Date.now()): boolean => Date.parse(since) + days * day < now;
