import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { useUpload } from '#web/staff/platform/uploads/use-upload.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import {
  ImportUsersDocument,
  type ImportUsersMutation,
  type UserImportProgressFragment,
} from '#web/staff/operations.generated.ts';
import { FileChoice } from './file-choice.tsx';
import { ImportChecked } from './import-checked.tsx';
import { ImportGuide } from './import-guide.tsx';
import { ImportSending } from './import-sending.tsx';

interface ImportFileProps {
  /** The job runs: its id. */
  readonly onStarted: (id: string) => void;
}

const progressOf = (data: ImportUsersMutation | undefined) =>
  data && unmask<UserImportProgressFragment>(data.importUsers);

const upload = { mutation: ImportUsersDocument, variable: 'file', ...ownProblems };

/** Chooses a file, shows the dry run, and starts the import. The file stays chosen when something fails. */
export function ImportFile({ onStarted }: ImportFileProps) {
  const { t } = useTranslation('users');
  const [checked, setChecked] = useState<UserImportProgressFragment>();
  const check = useUpload<ImportUsersMutation>({ ...upload, variables: { dryRun: true } });
  const run = useUpload<ImportUsersMutation>({ ...upload, variables: { dryRun: false } });

  async function look(file: File): Promise<void> {
    setChecked(undefined);
    run.cancel();
    setChecked(progressOf(await check.start(file)));
  }

  async function start(): Promise<void> {
    const id = check.file && progressOf(await run.start(check.file))?.id;
    if (id) onStarted(id);
  }

  return (
    <div className="user-import">
      <ImportGuide />
      <section className="panel" aria-label={t('chooseFile')}>
        <FileChoice
          chosen={check.file !== undefined}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          words={{ choose: t('chooseFile'), chooseOther: t('chooseOtherFile'), drop: t('dropFile') }}
          onFile={(file) => void look(file)}
        />
        <ImportSending upload={check} title={t('checking', { name: check.file?.name })} onRetry={look} />
      </section>
      {checked && (
        <ImportChecked checked={checked} starting={run.progress !== undefined} onStart={() => void start()}>
          <ImportSending upload={run} title={t('sendingFile', { name: run.file?.name })} onRetry={start} />
        </ImportChecked>
      )}
    </div>
  );
}
