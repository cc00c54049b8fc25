import { Button, Checkbox } from '@blueprintjs/core';
import { Print } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { words } from '#web/shared/i18n/words.ts';
import type { ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { ClassFrame } from '#web/staff/features/classes/detail/class-frame.tsx';
import { CodesUntil } from '#web/staff/features/classes/share/codes-until.tsx';
import { usePrintClass } from '#web/staff/features/classes/share/use-print-class.ts';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { CardSheets } from './card-sheets.tsx';
import { useAllProfiles } from './use-all-profiles.ts';
import './name-cards.css';

export const loader = words('classes', 'lists');

/** A sheet holds eight. */
const blankCounts = [0, 1, 8, 16, 24, 32, 40];

/** Name cards to print and cut out: one for each student, and blank cards for later students. */
export function Component() {
  const { t } = useTranslation('classes');
  const { id = '' } = useParams();
  const { profiles } = useAllProfiles(id);
  return (
    <ClassFrame id={id} part={t('nameCards')}>
      {(found) => <NameCards found={found} profiles={profiles} />}
    </ClassFrame>
  );
}

interface NameCardsProps {
  readonly found: ClassDetailFragment;
  readonly profiles: ReturnType<typeof useAllProfiles>['profiles'];
}

function NameCards({ found, profiles }: NameCardsProps) {
  const { t } = useTranslation('classes');
  const [search, setSearch] = useSearchParams();
  usePrintClass('prints-cards');
  const named = search.get('students') !== 'off';
  const only = search.get('only')?.split(',');
  const chosen = (profiles ?? []).filter(({ id }) => only === undefined || only.includes(id));
  const students = named ? chosen : [];
  // A class without students starts with eight blank cards.
  const usual = profiles?.length === 0 ? 8 : 0;
  const askedCount = Number(search.get('blank') ?? usual);
  const blank = blankCounts.includes(askedCount) ? askedCount : usual;

  function change(name: string, value: string | undefined): void {
    const next = new URLSearchParams(search);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  }

  return (
    <section className="name-cards" aria-label={t('nameCards')} aria-busy={profiles === undefined}>
      <div className="name-cards-tools">
        {profiles !== undefined && profiles.length > 0 && (
          <Checkbox
            label={t('cardsOfStudents', { count: chosen.length })}
            checked={named}
            onChange={(event) => change('students', event.currentTarget.checked ? 'on' : 'off')}
          />
        )}
        {only && profiles && (
          <Button text={t('allCards', { count: profiles.length })} onClick={() => change('only', undefined)} />
        )}
        <label>
          {t('blankCards')}{' '}
          <Select value={blank} options={blankCounts} onChange={(event) => change('blank', event.target.value)} />
        </label>
        <Button
          intent="primary"
          icon={<Print />}
          text={t('printCards')}
          disabled={students.length + blank === 0}
          onClick={() => window.print()}
        />
      </div>
      <p className="name-cards-hint">{t('cardsHint')}</p>
      <CodesUntil found={found} on="cards" />
      <CardSheets found={found} students={students} blank={blank} />
    </section>
  );
}
