import { Button } from '@blueprintjs/core';
import { ArrowRight, Edit } from '@blueprintjs/icons';
import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import { dayInWords } from '#web/shared/i18n/days.ts';
import type { SchoolYearTurnPlanFragment } from '#web/staff/operations.generated.ts';
import { LeaveGuard } from '#web/staff/ui/forms/leave-guard.tsx';
import { NextClassForm } from './next-class-form.tsx';
import { TurnProblems } from './turn-problems.tsx';
import type { TurnDraftControl } from './turn-draft.ts';

interface NextClassesProps {
  readonly plan: SchoolYearTurnPlanFragment;
  readonly control: TurnDraftControl;
  readonly busy: boolean;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** The next class of each class; one form at a time is open. */
export function NextClasses({ plan, control: { draft, change }, busy, heading }: NextClassesProps) {
  const { t, i18n } = useTranslation(['school-year', 'classes']);
  const [open, setOpen] = useState<string>();
  const [held, setHeld] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  /** Opens another form, or none. A form that holds changes back stays, and shows its problems. */
  function goTo(classId: string | undefined): void {
    if (held) list.current?.querySelector('form')?.requestSubmit();
    else setOpen(classId);
  }

  return (
    <section className="panel" aria-label={t('step-next')} aria-busy={busy}>
      <h2 ref={heading} tabIndex={-1}>
        {t('nextTitle')}
      </h2>
      <p>{t('nextText')}</p>
      {held && <LeaveGuard />}
      <ul className="next-classes" ref={list}>
        {plan.classes.map((one) => (
          <li key={one.sourceId} className="next-class">
            <div className="next-class-head">
              <h3>
                <span>{one.sourceName}</span> <ArrowRight /> <span>{one.className}</span>
              </h3>
              <Button
                size="small"
                icon={<Edit />}
                text={t('change')}
                aria-label={t('changeOf', { name: one.className })}
                aria-expanded={open === one.sourceId}
                onClick={() => goTo(open === one.sourceId ? undefined : one.sourceId)}
              />
            </div>
            <p className="next-class-facts">
              {one.textBook?.name ?? t('classes.nobody')} · {dayInWords(one.startDate, i18n.language)} –{' '}
              {dayInWords(one.endDate, i18n.language)} ·{' '}
              {[...(one.mainTeacher ? [one.mainTeacher] : []), ...one.secondaryTeachers]
                .map(staffName)
                .join(t('classes.nameSeparator')) || t('noTeacher')}{' '}
              · {t(one.keepsCode ? 'codeKept' : 'codeNew')}
            </p>
            <TurnProblems problems={one.problems} students={plan.students} />
            {open === one.sourceId && (
              <NextClassForm
                planned={one}
                onHeld={setHeld}
                onChange={(next) =>
                  change({ next: { ...draft.next, [one.sourceId]: { ...draft.next[one.sourceId], ...next } } })
                }
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
