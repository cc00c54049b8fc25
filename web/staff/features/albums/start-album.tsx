import { Button } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { albumDays } from '#schema/rules/albums.ts';
import { useStartStudentAlbumMutation, type StudentAlbumsQuery } from '#web/staff/operations.generated.ts';
import { Select } from '#web/staff/ui/controls/select.tsx';

interface StartAlbumProps {
  readonly classId: string;
  readonly profileId: string;
  /** The child's classes that an album can be made of. */
  readonly classes: StudentAlbumsQuery['studentAlbums']['classes'];
  /** True while an album of the child is being made. */
  readonly making: boolean;
}

const all = 'all';
const dayChoices = Array.from({ length: albumDays.to - albumDays.from + 1 }, (_, index) => albumDays.from + index);

/** Chooses the classes of an album and the days that its link works, and starts the album. */
export function StartAlbum({ classId, profileId, classes, making }: StartAlbumProps) {
  const { t } = useTranslation('albums');
  const id = useId();
  const [chosen, setChosen] = useState(classId);
  const [days, setDays] = useState<number>(albumDays.initial);
  const [start, { loading }] = useStartStudentAlbumMutation();

  async function make(): Promise<void> {
    const classIds = chosen === all ? classes.map((one) => one.id) : [chosen];
    // A toast shows the problem of a failed request; the choices stay.
    await start({ variables: { input: { classId, profileId, classIds, days } } }).catch(() => undefined);
  }

  return (
    <div className="start-album">
      {classes.length > 1 && (
        <label htmlFor={`${id}-classes`}>
          {t('works')}
          <Select id={`${id}-classes`} value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            {classes.map((one) => (
              <option key={one.id} value={one.id}>
                {one.className}
              </option>
            ))}
            <option value={all}>{t('allClasses')}</option>
          </Select>
        </label>
      )}
      <label htmlFor={`${id}-days`}>
        {t('days')}
        <Select id={`${id}-days`} value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
          {dayChoices.map((count) => (
            <option key={count} value={count}>
              {t('dayCount', { count })}
            </option>
          ))}
        </Select>
      </label>
      <Button intent="primary" text={t('make')} disabled={making} loading={loading} onClick={() => void make()} />
    </div>
  );
}
