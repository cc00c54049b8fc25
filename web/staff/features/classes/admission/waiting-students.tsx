import { Button } from '@blueprintjs/core';
import { Cross, Tick } from '@blueprintjs/icons';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Animal, animalNamed } from '#web/shared/art/animals.tsx';
import { agoInWords } from '#web/shared/i18n/ago.ts';
import { useWaitingStudentsQuery, WaitingStudentsDocument } from '#web/staff/operations.generated.ts';
import { useAskedAgain } from '#web/staff/platform/apollo/use-asked-again.ts';
import { useFocusAfterRemoval } from '#web/staff/ui/controls/use-focus-after-removal.ts';
import { useAdmission } from './use-admission.ts';
import './admission.css';

/** The students who wait to be let into a class; nothing when nobody waits. */
export function WaitingStudents({ classId }: { readonly classId: string }) {
  const { t, i18n } = useTranslation('classes');
  const { data } = useWaitingStudentsQuery({ variables: { classId } });
  useAskedAgain(WaitingStudentsDocument, { classId });
  const { admit, remove, busy } = useAdmission(classId);
  const root = useRef<HTMLElement>(null);
  useFocusAfterRemoval(root, 'li');
  const { items = [], totalCount = 0 } = data?.classProfiles ?? {};
  if (items.length === 0) return null;
  const all = items.map(({ id }) => id);
  // The error link shows what was refused.
  const run = (done: Promise<void>) => void done.catch(() => undefined);
  return (
    <section ref={root} className="panel waiting-students" aria-label={t('waitingStudents', { count: totalCount })}>
      <h2>{t('waitingStudents', { count: totalCount })}</h2>
      <p>{t('waitingStudentsText')}</p>
      <ul>
        {items.map(({ id, name, animal, joinedAt }) => (
          <li key={id}>
            <Animal name={animalNamed(animal)} size={32} />
            <strong>{name}</strong>
            <time dateTime={joinedAt}>{agoInWords(joinedAt, i18n.language)}</time>
            <Button
              icon={<Tick />}
              text={t('admit')}
              aria-label={t('admitOne', { name })}
              disabled={busy}
              onClick={() => run(admit([id]))}
            />
            <Button
              variant="minimal"
              icon={<Cross />}
              text={t('refuse')}
              aria-label={t('refuseOne', { name })}
              disabled={busy}
              onClick={() => run(remove({ profileIds: [id] }))}
            />
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <div className="waiting-all">
          <Button
            intent="primary"
            text={t('admitAll', { count: items.length })}
            disabled={busy}
            onClick={() => run(admit(all))}
          />
          <Button
            text={t('refuseAll', { count: items.length })}
            disabled={busy}
            onClick={() => run(remove({ profileIds: all }))}
          />
        </div>
      )}
    </section>
  );
}
