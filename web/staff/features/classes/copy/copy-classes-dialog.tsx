import { Button, Checkbox, Dialog } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import type { Selection } from '#web/staff/ui/lists/selection.ts';
import { CopyPlan } from './copy-plan.tsx';
import { copyParts, usualInclude } from './copy-values.ts';
import { useCopyClasses } from './use-copy-classes.ts';
import '#web/staff/ui/controls/confirm.css';
import '#web/staff/features/classes/changes/class-dialogs.css';

interface CopyClassesDialogProps {
  readonly selection: Pick<Selection, 'ids' | 'clear'>;
  readonly onClose: () => void;
}

/** Copies several classes to the next year: options, a preview, then links to the new classes. */
export function CopyClassesDialog({ selection, onClose }: CopyClassesDialogProps) {
  const { t } = useTranslation(['classes', 'common']);
  const titleId = useId();
  const [include, setInclude] = useState(usualInclude);
  const { plans, isCurrent, made, problem, busy, make } = useCopyClasses(selection.ids, include);
  const blocked = plans?.some(({ problems }) => problems.some(({ blocks }) => blocks)) ?? false;

  function close(): void {
    onClose();
    if (made) selection.clear();
  }

  return (
    <Dialog isOpen onClose={close} className="confirm class-dialog copies-dialog" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('copyTitle')}</h2>
      {made ? (
        <ul className="copies-made">
          {made.map((copy) => (
            <li key={copy.id}>
              <Link to={paths.classDetail(copy.id)}>{copy.className}</Link>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <fieldset className="copy-ticks">
            <legend>{t('copyTakes')}</legend>
            {copyParts.map((part) => (
              <Checkbox
                key={part}
                label={t(`take-${part}`)}
                checked={include[part]}
                onChange={(event) => setInclude({ ...include, [part]: event.currentTarget.checked })}
              />
            ))}
          </fieldset>
          <section className="copy-plans" aria-label={t('copyPreview')} aria-busy={!isCurrent && !problem}>
            <h3>{t('copyPreview')}</h3>
            {problem ? (
              <p role="alert">{problem}</p>
            ) : (
              plans?.map((plan) => <CopyPlan key={plan.sourceId} plan={plan} />)
            )}
          </section>
        </>
      )}
      <div className="confirm-buttons">
        <Button text={t(made ? 'common.close' : 'common.cancel')} onClick={close} />
        {!made && (
          <Button
            intent="primary"
            text={t('copySubmitMany', { count: plans?.length ?? 0 })}
            disabled={!isCurrent || blocked || busy}
            onClick={() => void make()}
          />
        )}
      </div>
    </Dialog>
  );
}
