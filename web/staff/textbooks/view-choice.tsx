import { Button } from '@blueprintjs/core';
import { GridView, ThList } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { View } from './use-view.ts';

interface ViewChoiceProps {
  readonly view: View;
  readonly onChoose: (view: View) => void;
}

/** The table, which compares; or the covers, which are known at sight. */
export function ViewChoice({ view, onChoose }: ViewChoiceProps) {
  const { t } = useTranslation('textbooks');
  const choice = (one: View) => ({ 'aria-pressed': view === one, active: view === one, onClick: () => onChoose(one) });
  return (
    <div className="view-choice" role="group" aria-label={t('view')}>
      <Button variant="minimal" icon={<ThList />} text={t('viewTable')} {...choice('table')} />
      <Button variant="minimal" icon={<GridView />} text={t('viewGrid')} {...choice('grid')} />
    </div>
  );
}
