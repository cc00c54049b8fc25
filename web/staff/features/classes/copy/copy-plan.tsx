import { WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { dayInWords } from '#web/shared/i18n/days.ts';
import { messageText } from '#web/shared/i18n/message-text.ts';
import { personName } from '#web/staff/ui/controls/person-name.ts';
import type { ClassCopyPlanFragment } from '#web/staff/operations.generated.ts';
import './copy-plan.css';

/** The preview of one copy, with the problems that make it differ from its source. */
export function CopyPlan({ plan }: { readonly plan: ClassCopyPlanFragment }) {
  const { t, i18n } = useTranslation('classes');
  const { className, textBook, mainTeacher, secondaryTeachers, schoolAdministrator, studentCount, problems } = plan;
  const teachers = [...(mainTeacher ? [mainTeacher] : []), ...secondaryTeachers].map(personName);
  const nobody = t('nobody');
  return (
    <div className="copy-plan">
      <p className="copy-plan-name">{className}</p>
      <dl>
        <dt>{t('textBook')}</dt>
        <dd>{textBook?.name ?? nobody}</dd>
        <dt>{t('schoolYear')}</dt>
        <dd>
          {dayInWords(plan.startDate, i18n.language)} – {dayInWords(plan.endDate, i18n.language)}
        </dd>
        <dt>{t('teachers')}</dt>
        <dd>{teachers.length > 0 ? teachers.join(t('nameSeparator')) : nobody}</dd>
        <dt>{t('schoolAdministrator')}</dt>
        <dd>{schoolAdministrator ? personName(schoolAdministrator) : nobody}</dd>
        <dt>{t('students')}</dt>
        <dd>{t('studentCount', { count: studentCount })}</dd>
      </dl>
      {problems.length > 0 && (
        <ul className="copy-problems">
          {problems.map(({ field, messageKey, person, blocks }) => (
            <li key={`${field}:${person?.id ?? ''}`} data-blocks={blocks || undefined}>
              <WarningSign />
              <span>
                {person && `${personName(person)}: `}
                {messageText(messageKey) ?? messageKey} {t(blocks ? 'copyBlocked' : 'copyWithout')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
