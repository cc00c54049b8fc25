import { Button } from '@blueprintjs/core';
import { GridView, ThList } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { local, readStored, writeStored } from '#web/shared/storage.ts';

const views = ['table', 'grid'] as const;
export type View = (typeof views)[number];

const storedAs = 'textbookView';

/** The layout of the textbook list: named in the URL, else the last choice on this device. */
export function useView(): { readonly view: View; readonly setView: (view: View) => void } {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('view') ?? readStored(local, storedAs);
  const view = views.find((one) => one === wanted) ?? 'table';

  function setView(chosen: View): void {
    writeStored(local, storedAs, chosen);
    const next = new URLSearchParams(params);
    next.set('view', chosen);
    setParams(next, { replace: true });
  }

  return { view, setView };
}

interface ViewChoiceProps {
  readonly view: View;
  readonly onChoose: (view: View) => void;
}

/** Two buttons for the layout: a table for comparing, covers for recognising. */
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
