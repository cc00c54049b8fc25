import { useTranslation } from 'react-i18next';
import { Animal, animalNamed } from '#web/shared/art/animals.tsx';
import { useClassLogo } from '#web/staff/features/classes/share/use-class-logo.ts';
import type { ClassDetailFragment, ClassProfileRowFragment } from '#web/staff/operations.generated.ts';

type Student = Pick<ClassProfileRowFragment, 'id' | 'name' | 'number' | 'animal' | 'cardQrCode'>;

interface CardSheetsProps {
  readonly found: ClassDetailFragment;
  readonly students: readonly Student[];
  readonly blank: number;
}

const perSheet = 8;

/** The cards on sheets of A4, two by four. */
export function CardSheets({ found, students, blank }: CardSheetsProps) {
  const { t } = useTranslation('classes');
  const logo = useClassLogo(found.id);
  const cards = [...students, ...Array.from({ length: blank }, () => null)];
  const sheets = Array.from({ length: Math.ceil(cards.length / perSheet) }, (_, at) =>
    cards.slice(at * perSheet, (at + 1) * perSheet),
  );
  return sheets.map((sheet, at) => (
    <ul key={at} className="card-sheet" aria-label={t('sheet', { number: at + 1 })}>
      {sheet.map((student, place) => (
        <li key={student?.id ?? place} className="name-card">
          <Card found={found} student={student} logo={logo} />
        </li>
      ))}
    </ul>
  ));
}

interface CardProps {
  readonly found: ClassDetailFragment;
  readonly student: Student | null;
  /** The address of the school's logo. */
  readonly logo: string | undefined;
}

function Card({ found, student, logo }: CardProps) {
  const { t } = useTranslation('classes');
  const { className, classCode, codeOpens, textBook, qrCode } = found;
  return (
    <>
      <div className="name-card-child">
        {student ? <Animal name={animalNamed(student.animal)} size="18mm" /> : <span className="name-card-face" />}
        {student ? (
          <strong>
            {student.number !== null && <small>{student.number}</small>}
            {student.name}
          </strong>
        ) : (
          <span className="name-card-line">
            <span className="visually-hidden">{t('blankCard')}</span>
          </span>
        )}
        {logo !== undefined && <img className="class-logo" src={logo} alt="" />}
      </div>
      <img className="name-card-code" src={(student?.cardQrCode ?? qrCode).svg.url} alt="" />
      <dl>
        <dt>{t('cardClass')}</dt>
        <dd>{className}</dd>
        {codeOpens && (
          <>
            <dt>{t('classCode')}</dt>
            <dd className="code">{classCode}</dd>
          </>
        )}
        <dt>{t('bookCode')}</dt>
        <dd className="code">{textBook.shortCode}</dd>
      </dl>
    </>
  );
}
