import type { Extension } from '@codemirror/state';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { editorTheme } from './editor-theme.ts';

interface CodeEditorProps {
  /** The editor's accessible name. */
  readonly label: string;
  readonly text: string;
  /** Called with the changed text; without `onChange` the editor is read-only. */
  readonly onChange?: (text: string) => void;
  /** The language and the keys; the same value from render to render. */
  readonly extensions: Extension;
  /** Ctrl+Enter, on a Mac Cmd+Enter. */
  readonly onRun?: () => void;
  /** Called when the editor is created, and again when the editor is recreated. */
  readonly onEditor?: (editor: EditorView) => void;
}

/**
 * A CodeMirror editor in a shadow root. There CodeMirror adds its styles as constructed style sheets, which the content
 * security policy allows. In the page it would add a style element, which the policy forbids.
 */
export function CodeEditor({ label, text, onChange, extensions, onRun, onEditor }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const latestText = useEffectEvent(() => text);
  const changed = useEffectEvent((next: string) => onChange?.(next));
  const made = useEffectEvent((view: EditorView) => onEditor?.(view));
  const ran = useEffectEvent(() => onRun?.());
  const readOnly = onChange === undefined;

  useEffect(() => {
    if (host.current === null) return undefined;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const view = new EditorView({
      doc: latestText(),
      root,
      parent: root,
      extensions: [
        EditorState.readOnly.of(readOnly),
        EditorView.contentAttributes.of({
          'aria-label': label,
          tabindex: '0',
          autocapitalize: 'off',
          spellcheck: 'false',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString());
        }),
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => (ran(), true) }])),
        EditorView.lineWrapping,
        editorTheme,
        extensions,
      ],
    });
    editor.current = view;
    made(view);
    return () => view.destroy();
  }, [extensions, label, readOnly]);

  useEffect(() => {
    const view = editor.current;
    if (view === null || view.state.doc.toString() === text) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  }, [text]);

  return <div ref={host} className="code-editor" />;
}
