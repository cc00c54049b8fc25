import { useTranslation } from 'react-i18next';
import { rosterRowLimit } from '#schema/rules/files.ts';
import { localeOf } from '#schema/languages.ts';
import { FileChoice } from '#web/staff/features/users/import/file-choice.tsx';
import { ImportSending } from '#web/staff/features/users/import/import-sending.tsx';
import { ImportRosterDocument, type ImportRosterMutation } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useUpload } from '#web/staff/platform/uploads/use-upload.ts';

interface RosterPackageProps {
  /** Called when the upload is complete, with the id of the check. */
  readonly onChecking: (id: string) => void;
}

const upload = { mutation: ImportRosterDocument, variable: 'file', ...ownProblems, variables: { dryRun: true } };

/** Chooses a package and sends it to be checked. */
export function RosterPackage({ onChecking }: RosterPackageProps) {
  const { t, i18n } = useTranslation('one-roster');
  const sending = useUpload<ImportRosterMutation>(upload);
  const rows = new Intl.NumberFormat(localeOf(i18n.language)).format(rosterRowLimit);

  async function check(file: File): Promise<void> {
    const id = (await sending.start(file))?.importRoster.id;
    if (id) onChecking(id);
  }

  return (
    <section className="panel" aria-label={t('importTitle')}>
      <h2>{t('importTitle')}</h2>
      <p>{t('importText')}</p>
      <p className="import-read">
        {t('importNote')} {t('importLimits', { rows })}
      </p>
      <FileChoice
        chosen={sending.file !== undefined}
        accept=".zip,application/zip"
        words={{ choose: t('chooseFile'), chooseOther: t('chooseOtherFile'), drop: t('dropFile') }}
        onFile={(file) => void check(file)}
      />
      <ImportSending upload={sending} title={t('sending', { name: sending.file?.name })} onRetry={check} />
    </section>
  );
}
