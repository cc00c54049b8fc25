import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { personName } from '#web/staff/ui/controls/person-name.ts';
import type { ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { useSeveralSchools } from '#web/staff/platform/schools/own-schools.ts';
import { ClassDates } from '#web/staff/features/classes/status/class-status.tsx';
import { useClassStaffName } from '#web/staff/features/classes/class-staff-name.ts';
import '#web/staff/features/classes/status/class-words.css';

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The facts of a class, in the words of the spec's section 3. */
export function ClassFacts({ found }: { readonly found: ClassDetailFragment }) {
  const { t, i18n } = useTranslation('classes');
  const staffName = useClassStaffName();
  const severalSchools = useSeveralSchools();
  const nobody = <span className="nobody">{t('nobody')}</span>;
  const cover = found.textBook.thumbnail?.url;
  return (
    <section className="panel" aria-label={t('facts')}>
      <h2>{t('facts')}</h2>
      <dl className="facts">
        <Fact name={t('textBook')}>
          <span className="fact-book">
            {cover !== undefined && <img src={cover} alt="" />}
            <span>
              {found.textBook.name}
              <small>{found.textBook.shortCode}</small>
            </span>
          </span>
        </Fact>
        <Fact name={t('schoolYear')}>
          <ClassDates row={found} />
        </Fact>
        <Fact name={t('mainTeacher')}>{found.mainTeacher ? staffName(found.mainTeacher) : nobody}</Fact>
        <Fact name={t('secondaryTeachers')}>
          {found.secondaryTeachers.length > 0
            ? found.secondaryTeachers.map(staffName).join(t('nameSeparator'))
            : nobody}
        </Fact>
        <Fact name={t('schoolAdministrator')}>
          {found.schoolAdministrator ? staffName(found.schoolAdministrator) : nobody}
        </Fact>
        {severalSchools && (
          <Fact name={t('school')}>
            {found.school ? <Link to={paths.schoolDetail(found.school.id)}>{found.school.name}</Link> : nobody}
          </Fact>
        )}
        <Fact name={t('students')}>{t('studentCount', { count: found.studentCount })}</Fact>
        <Fact name={t('childGuard')}>{t(`childGuard-${found.childGuard}`)}</Fact>
        <Fact name={t('admission')}>{t(`admission-${found.admission}`)}</Fact>
        <Fact name={t('typedCode')}>{t(found.codeOpens ? 'codeOpensOn' : 'codeOpensOff')}</Fact>
        <Fact name={t('community')}>{t(found.approvalRequired ? 'approvalOn' : 'approvalOff')}</Fact>
        <Fact name={t('lastChange')}>
          {instantInWords(found.updatedAt, i18n.language)}
          {found.updatedBy && <small>{personName(found.updatedBy)}</small>}
        </Fact>
      </dl>
    </section>
  );
}
