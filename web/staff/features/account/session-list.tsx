import { Button } from '@blueprintjs/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { agoInWords } from '#web/shared/i18n/ago.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import {
  type MySessionsQuery,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useMySessionsQuery,
} from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { useFocusAfterRemoval } from '#web/staff/ui/controls/use-focus-after-removal.ts';
import { AwaitedPanel } from '#web/staff/ui/lists/list-states.tsx';
import '#web/staff/ui/lists/panel-list.css';

type Session = NonNullable<MySessionsQuery['mySessions']>[number];

/** The user's own sessions, with a button to end each session and a button to end all others. */
export function SessionList() {
  const { t } = useTranslation('account');
  const query = useMySessionsQuery({ ...ownProblems });
  const [endSession] = useEndSessionMutation();
  const [endOthers] = useEndOtherSessionsMutation();
  const sessions = query.data?.mySessions;
  const root = useRef<HTMLElement>(null);
  useFocusAfterRemoval(root, 'li');

  async function end(ending: () => Promise<unknown>): Promise<void> {
    try {
      await ending();
      showToast({ message: t('ended'), severity: 'success' });
    } catch {
      // The error link has shown the problem.
    }
  }

  return (
    <section ref={root} className="panel account-sessions">
      <h2>{t('sessions')}</h2>
      <p>{t('sessionsHint')}</p>
      {sessions ? (
        <ul className="panel-list">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={() => void end(() => endSession({ variables: { id: session.id } }))}
            />
          ))}
        </ul>
      ) : (
        <AwaitedPanel query={query} />
      )}
      {sessions && sessions.length > 1 && <Button text={t('endOthers')} onClick={() => void end(() => endOthers())} />}
    </section>
  );
}

function SessionRow({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }) {
  const { t, i18n } = useTranslation('account');
  const { browser, os, network, createdAt, lastUsedAt, current } = session;
  const device = [browser, os].filter((part) => part !== null).join(' · ') || t('unknownDevice');
  return (
    <li>
      <div>
        <strong>{device}</strong>
        <span>
          {t('signedIn', { when: instantInWords(createdAt, i18n.language) })}
          {network !== null && <> · {t('network', { network })}</>}
        </span>
        <span>{current ? t('thisSession') : t('lastUsed', { ago: agoInWords(lastUsedAt, i18n.language) })}</span>
      </div>
      {!current && <Button text={t('end')} aria-label={t('endOf', { device })} onClick={onEnd} />}
    </li>
  );
}
