import type { Extension } from '@codemirror/state';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { editorTheme } from './editor-theme.ts';

interface CodeEditorProps {
  /** Its accessible name. */
  readonly label: string;
  readonly text: string;
  /** Without it the text can be read, selected and copied, and not changed. */
  readonly onChange?: (text: string) => void;
  /** The language and the keys; the same value from render to render. */
  readonly extensions: Extension;
  /** Ctrl+Enter, on a Mac Cmd+Enter. */
  readonly onRun?: () => void;
  /** Once there is an editor, and again when it had to be made anew. */
  readonly onEditor?: (editor: EditorView) => void;
}

/**
 * A CodeMirror editor in a shadow root: there it takes its styles as constructed sheets, which the content security
 * policy allows, where in the page it would write a style element, which it does not.
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
