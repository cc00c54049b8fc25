import { WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import { messageText } from '#web/shared/i18n/message-text.ts';
import type { PlannedClass, TurnedStudent } from './use-turn-plan.ts';
import '#web/staff/features/classes/copy/copy-plan.css';

interface TurnProblemsProps {
  readonly problems: PlannedClass['problems'];
  readonly students: readonly TurnedStudent[];
}

/** The problems that block a next class or make it differ from the old class. */
export function TurnProblems({ problems, students }: TurnProblemsProps) {
  const { t } = useTranslation(['school-year', 'classes']);
  if (problems.length === 0) return null;
  const nameOf = (id: string) => students.find(({ studentId }) => studentId === id)?.name ?? '';
  return (
    <ul className="copy-problems">
      {problems.map(({ field, messageKey, person, blocks, studentIds }) => {
        const who = person ? [staffName(person)] : studentIds.map(nameOf);
        return (
          <li key={`${field} ${messageKey} ${person?.id ?? ''}`} data-blocks={blocks || undefined}>
            <WarningSign />
            <span>
              {who.length > 0 && `${who.join(t('classes.nameSeparator'))}: `}
              {messageText(messageKey) ?? messageKey} {blocks && field !== 'students' && t('classes.copyBlocked')}
              {person && !blocks && t('classes.copyWithout')}
              {blocks && field === 'students' && messageKey === 'messages.studentNumberTaken' && t('numberAdvice')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
