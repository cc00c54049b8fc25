import type { EditorView } from '@codemirror/view';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft } from '#web/explorer/requests/request.ts';
import { Tabs } from '#web/explorer/tabs.tsx';
import { CodeEditor } from './code-editor.tsx';
import { graphqlEditing, jsonEditing } from './languages.ts';
import { RunBar } from './run-bar.tsx';

interface DraftEditorsProps {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  /** The draft's operations, of which one is sent. */
  readonly names: readonly string[];
  readonly operationName: string | undefined;
  readonly onOperationName: (name: string) => void;
  readonly running: boolean;
  readonly onRun: () => void;
  readonly onStop: () => void;
  readonly onEditor: (editor: EditorView) => void;
  /** Read only at the first render, so the function must not depend on changing values. */
  readonly onShowInDocs: (field?: string, parentType?: string) => void;
}

/** The editors of the operation, its variables and its headers. */
export function DraftEditors({ draft, onDraft, onEditor, onShowInDocs, ...bar }: DraftEditorsProps) {
  const { t } = useTranslation('explorer');
  const [editing] = useState(() => graphqlEditing(onShowInDocs));
  const [part, setPart] = useState<'variables' | 'headers'>('variables');
  return (
    <section className="panel request" aria-labelledby="request-title">
      <div className="panel-head">
        <h2 id="request-title">{t('request')}</h2>
        <RunBar {...bar} />
      </div>
      <CodeEditor
        label={t('query')}
        text={draft.query}
        onChange={(query) => onDraft({ ...draft, query })}
        extensions={editing}
        onRun={bar.onRun}
        onEditor={onEditor}
      />
      <Tabs
        label={t('along')}
        names={{ variables: t('variables'), headers: t('headers') }}
        chosen={part}
        onChoose={setPart}
      >
        <CodeEditor
          key={part}
          label={t(part)}
          text={draft[part]}
          onChange={(text) => onDraft({ ...draft, [part]: text })}
          extensions={jsonEditing}
          onRun={bar.onRun}
        />
        {part === 'headers' && <p className="hint">{t('headersHint')}</p>}
      </Tabs>
    </section>
  );
}
