import { Button } from '@blueprintjs/core';
import { ArrowRight, Undo } from '@blueprintjs/icons';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { staffName } from '#schema/staff-name.ts';
import { paths } from '#web/paths.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { messageText } from '#web/shared/i18n/message-text.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';
import { useFocusAfterRemoval } from '#web/staff/ui/controls/use-focus-after-removal.ts';
import {
  useSchoolYearTurnsQuery,
  useTakeSchoolYearTurnBackMutation,
  type SchoolYearTurnFragment,
} from '#web/staff/operations.generated.ts';

/** The latest turns of school years, each with Undo as long as the server allows it. */
export function TurnList() {
  const { t } = useTranslation('school-year');
  const { data } = useSchoolYearTurnsQuery();
  const root = useRef<HTMLElement>(null);
  useFocusAfterRemoval(root, '.turn');
  const turns = (data?.schoolYearTurns ?? []).map((one) => unmask<SchoolYearTurnFragment>(one));
  if (turns.length === 0) return null;
  return (
    <section ref={root} className="panel" aria-label={t('turnsTitle')}>
      <h2>{t('turnsTitle')}</h2>
      <ul className="turns">
        {turns.map((turn) => (
          <TurnLine key={turn.id} turn={turn} />
        ))}
      </ul>
    </section>
  );
}

function TurnLine({ turn }: { readonly turn: SchoolYearTurnFragment }) {
  const { t, i18n } = useTranslation(['school-year', 'common']);
  const [takeBack] = useTakeSchoolYearTurnBackMutation(ownProblems);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { id, createdAt, createdBy, takenBackAt, school, classes, obstacle } = turn;
  const when = instantInWords(createdAt, i18n.language);

  async function run(): Promise<void> {
    setBusy(true);
    try {
      await takeBack({ variables: { id } });
      showToast({ message: t('takenBack'), severity: 'success' });
      setAsking(false);
    } catch (error) {
      toastProblem(problemOf(error));
    }
    setBusy(false);
  }

  return (
    <li className="turn">
      <h3>{when}</h3>
      <p>
        {[school?.name, createdBy && staffName(createdBy), t('classCount', { count: classes.length })]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <details>
        <summary>{t('turnClasses')}</summary>
        <ul>
          {classes.map(({ source, class: made, studentCount, keepsCode, codeMovedAt }, at) => (
            <li key={at}>
              {source ? <Link to={paths.classDetail(source.id)}>{source.className}</Link> : t('gone')} <ArrowRight />{' '}
              {made ? <Link to={paths.classDetail(made.id)}>{made.className}</Link> : t('gone')} ·{' '}
              {t('students', { count: studentCount })}
              {keepsCode && ` · ${t(codeMovedAt === null ? 'codeWaits' : 'codeMoved')}`}
            </li>
          ))}
        </ul>
      </details>
      {takenBackAt !== null && <p>{t('takenBackAt', { when: instantInWords(takenBackAt, i18n.language) })}</p>}
      {takenBackAt === null && obstacle !== null && (
        <p>{t('noWayBack', { reason: messageText(obstacle) ?? obstacle })}</p>
      )}
      {takenBackAt === null && obstacle === null && (
        <Button
          icon={<Undo />}
          text={t('takeBack')}
          aria-label={t('takeBackOf', { when })}
          onClick={() => setAsking(true)}
        />
      )}
      <Confirm
        isOpen={asking}
        title={t('takeBackTitle')}
        text={<p>{t('takeBackText', { count: classes.length })}</p>}
        confirmText={t('takeBack')}
        cancelText={t('common.cancel')}
        busy={busy}
        onConfirm={() => void run()}
        onCancel={() => setAsking(false)}
      />
    </li>
  );
}
