import { Button } from '@blueprintjs/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserImportProgressFragment } from '#web/staff/operations.generated.ts';
import { ImportCounts, ImportErrors } from './import-errors.tsx';

interface ImportCheckedProps {
  readonly checked: UserImportProgressFragment;
  readonly starting: boolean;
  readonly onStart: () => void;
  /** The progress or problem of starting the import. */
  readonly children: ReactNode;
}

const delimiterWords = { ',': 'comma', '\t': 'tab', ';': 'semicolon' } as const;
const isKnown = (delimiter: string): delimiter is keyof typeof delimiterWords => delimiter in delimiterWords;

/** The result of the dry run, with the button that starts the import. */
export function ImportChecked({ checked, starting, onStart, children }: ImportCheckedProps) {
  const { t } = useTranslation('users');
  const heading = useRef<HTMLHeadingElement>(null);
  const { fileName: name, encoding, delimiter, total, created, failed, errors } = checked;
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel" aria-label={t('checkedTitle', { name })}>
      <h2 ref={heading} tabIndex={-1}>
        {t('checkedTitle', { name })}
      </h2>
      <p className="import-read">
        {t('readAs', { encoding, delimiter: isKnown(delimiter) ? t(delimiterWords[delimiter]) : delimiter })}
      </p>
      <ImportCounts
        counts={[
          { title: t('peopleInFile'), count: total },
          { title: t('wouldInvite'), count: created, tone: 'good' },
          { title: t('wouldLeaveOut'), count: failed, tone: failed > 0 ? 'bad' : undefined },
        ]}
      />
      {created > 0 ? (
        <Button
          intent="primary"
          size="large"
          text={t('startImport', { count: created })}
          aria-disabled={starting}
          onClick={starting ? undefined : onStart}
        />
      ) : (
        <p className="import-problem">{t('nobodyToInvite')}</p>
      )}
      {children}
      <ImportErrors errors={errors} failed={failed} />
    </section>
  );
}
