import type { EditorView } from '@codemirror/view';
import { updateSchema } from 'cm6-graphql';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '#web/shared/title.ts';
import { storeApiKey, storedApiKey } from '#web/staff/platform/session/explorer-key.ts';
import { useOwnId } from '#web/staff/platform/session/login-info.ts';
import { AccessBar } from './access/access-bar.tsx';
import { useCaller } from './access/caller.ts';
import { useOwned } from './access/use-owned.ts';
import type { Place } from './docs/place.ts';
import { writtenOperation } from './docs/written-operation.ts';
import { DraftEditors } from './editor/draft-editors.tsx';
import { ExplorerHeader } from './explorer-header.tsx';
import { forgetHistory, readHistory, remember } from './history/history.ts';
import { HistoryPanel } from './history/history-panel.tsx';
import { AnswerPanel } from './requests/answer-panel.tsx';
import { operationNames } from './requests/operations.ts';
import type { Draft } from './requests/request.ts';
import { useRequest } from './requests/use-request.ts';
import { useSchema } from './requests/use-schema.ts';
import { SidePanel } from './side-panel.tsx';
import { startQuery } from './start-query.ts';

/** The integrators' explorer: write an operation, read its answer and what the schema says of itself. */
export function Explorer() {
  const { t } = useTranslation('explorer');
  useTitle(t('title'));
  const ownId = useOwnId();
  const [apiKey, setApiKey] = useOwned(ownId, storedApiKey);
  const caller = useCaller(apiKey);
  const found = useSchema(apiKey, caller);
  const schema = found.kind === 'ready' ? found.schema : undefined;
  const [draft, setDraft] = useState<Draft>(() => ({ ...startQuery(window.location.search), headers: '' }));
  const [chosenName, setChosenName] = useState('');
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const [entries, setEntries] = useOwned(ownId, readHistory);
  const [editor, setEditor] = useState<EditorView>();
  const { outcome, run, stop } = useRequest(apiKey);

  const names = useMemo(() => operationNames(draft.query), [draft.query]);
  const operationName = names.includes(chosenName) ? chosenName : names[0];

  function runDraft(): void {
    setEntries(remember(ownId, draft));
    void run(draft, operationName === '' ? undefined : operationName);
  }

  useEffect(() => {
    if (editor) updateSchema(editor, schema);
  }, [editor, schema]);

  return (
    <>
      <ExplorerHeader sdl={found.kind === 'ready' ? found.text : undefined} />
      <main className="explorer">
        <AccessBar
          caller={caller}
          apiKey={apiKey}
          onApiKey={(key) => {
            storeApiKey(key, ownId);
            setApiKey(key);
          }}
        />
        <DraftEditors
          draft={draft}
          onDraft={setDraft}
          names={names}
          operationName={operationName}
          onOperationName={setChosenName}
          running={outcome.kind === 'running'}
          onRun={runDraft}
          onStop={stop}
          onEditor={setEditor}
          onShowInDocs={(field, type) => type !== undefined && setPlaces((before) => [...before, { type, field }])}
        />
        <AnswerPanel outcome={outcome} />
        <SidePanel
          found={found}
          places={places}
          onPlaces={setPlaces}
          onWrite={(field, kind) => {
            const written = schema && writtenOperation(schema, field, kind);
            if (written) setDraft({ ...draft, ...written });
          }}
          history={
            <HistoryPanel
              entries={entries}
              isKept={ownId !== undefined}
              onChoose={(entry) => setDraft({ ...draft, ...entry })}
              onForget={() => setEntries(forgetHistory(ownId))}
            />
          }
        />
      </main>
    </>
  );
}
