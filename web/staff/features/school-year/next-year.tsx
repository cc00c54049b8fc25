import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { useTitle } from '#web/shared/title.ts';
import { wordsAndDays } from '#web/staff/platform/settings/settings.ts';
import { ListSkeleton } from '#web/staff/ui/lists/list-states.tsx';
import { firstProblem } from '#web/staff/features/classes/copy/use-copy-classes.ts';
import { CheckTurn } from './check-turn.tsx';
import { ChooseClasses } from './choose-classes.tsx';
import { MissingNotice } from './missing-notice.tsx';
import { NextClasses } from './next-classes.tsx';
import { PlaceStudents } from './place-students.tsx';
import { TurnList } from './turn-list.tsx';
import { useTurnDraft } from './turn-draft.ts';
import { useStepHeading } from './use-step-heading.ts';
import { useTurnPlan } from './use-turn-plan.ts';
import './school-year.css';

export const loader = wordsAndDays('school-year', 'classes', 'lists', 'forms');

const steps = ['classes', 'next', 'students', 'check'] as const;
type Step = (typeof steps)[number];

/**
 * Next year's classes in four steps: choose the classes, edit the next classes, place the students, check. The URL
 * holds the step.
 */
export function Component() {
  const { t } = useTranslation(['school-year', 'classes', 'common']);
  const [params] = useSearchParams();
  const control = useTurnDraft();
  const asked = steps.find((one) => one === params.get('step')) ?? 'classes';
  const step: Step = control.draft.classIds.length === 0 ? 'classes' : asked;
  const turn = useTurnPlan(control.draft, step !== 'classes');
  const place = steps.indexOf(step);
  const [before, after] = [steps[place - 1], steps[place + 1]];
  const { plan, problem } = turn;
  const heading = useStepHeading(step === 'classes' || plan ? step : undefined);
  useTitle(t('title'));
  return (
    <div className="school-year">
      <Link to={paths.classes} className="back-link">
        {t('classes.title')}
      </Link>
      <header className="page-header">
        <h1>{t('title')}</h1>
      </header>
      <nav aria-label={t('steps')}>
        <ol className="turn-steps">
          {steps.map((one) => (
            <li key={one}>
              <Link to={paths.nextYear({ step: one })} aria-current={one === step ? 'step' : undefined}>
                {t(`step-${one}`)}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      {step !== 'classes' && plan && <MissingNotice {...{ plan, control }} planned={turn.planned} />}
      {step !== 'classes' && problem && (
        <div className="panel turn-missing" role="alert">
          <p>{firstProblem(problem)}</p>
          <Button text={t('common.retry')} onClick={turn.again} />
        </div>
      )}
      {step !== 'classes' && !plan && !problem && <ListSkeleton columns={3} />}
      {step === 'classes' && <ChooseClasses {...{ control, heading }} />}
      {step === 'next' && plan && <NextClasses {...{ plan, control, heading }} busy={turn.busy} />}
      {step === 'students' && plan && <PlaceStudents {...{ plan, control, heading }} busy={turn.busy} />}
      {step === 'check' && plan && <CheckTurn {...{ plan, control, turn, heading }} />}
      {control.draft.classIds.length > 0 && (
        <div className="turn-ways">
          {before && (
            <Link className="bp6-button" to={paths.nextYear({ step: before })}>
              {t('back')}
            </Link>
          )}
          {after && (
            <Link className="bp6-button bp6-intent-primary" to={paths.nextYear({ step: after })}>
              {t('toStep', { step: t(`step-${after}`) })}
            </Link>
          )}
        </div>
      )}
      {step === 'classes' && <TurnList />}
    </div>
  );
}
