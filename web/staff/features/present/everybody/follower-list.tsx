import { Button, Dialog } from '@blueprintjs/core';
import { Cross, Tick } from '@blueprintjs/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardStateFragment } from '#web/staff/operations.generated.ts';

interface FollowerListProps {
  readonly followers: BoardStateFragment['followers'];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const marks = ['isOnPage', 'heard', 'spoken', 'finished'] as const;

/** The students who follow the board, by name. The teacher opens this list; the projected screen shows only numbers. */
export function FollowerList({ followers, isOpen, onClose }: FollowerListProps) {
  const { t } = useTranslation(['present', 'common']);
  const titleId = useId();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} className="follower-list" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{t('followers')}</h2>
        <Button size="large" variant="minimal" icon={<Cross />} aria-label={t('common.close')} onClick={onClose} />
      </header>
      {followers.length === 0 ? (
        <p>{t('noFollowers')}</p>
      ) : (
        <div className="follower-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('follower')}</th>
                {marks.map((mark) => (
                  <th key={mark} scope="col">
                    {t(mark)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {followers.map((one) => (
                <tr key={one.profileId} data-away={!one.isHere || undefined}>
                  <th scope="row">
                    {one.number !== null && <small>{one.number}</small>} {one.name}
                    {!one.isHere && <small>{t('away')}</small>}
                  </th>
                  {marks.map((mark) => (
                    <td key={mark}>{one[mark] && <Tick title={t('yes')} />}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
