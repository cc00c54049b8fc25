import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

// Every colour stands out from white by 4.5 to 1 at least.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword, tags.modifier], color: '#a3195b' },
  { tag: [tags.propertyName, tags.atom], color: '#0a5fc4' },
  { tag: tags.attributeName, color: '#7a4b00' },
  { tag: tags.variableName, color: '#6b3fb5' },
  { tag: tags.string, color: '#0e6b1c' },
  { tag: [tags.number, tags.integer, tags.float, tags.bool, tags.null], color: '#b3261e' },
  { tag: tags.lineComment, color: '#5c6470' },
  { tag: [tags.punctuation, tags.paren, tags.brace, tags.separator], color: '#3b4149' },
]);

const look = EditorView.theme({
  '&': { height: '100%', color: '#222', backgroundColor: '#fff', fontSize: '13.5px' },
  '&.cm-focused': { outline: '2px solid #0085ff', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, "SF Mono", Consolas, monospace, "Zen Kaku Gothic New"',
    lineHeight: '1.5',
  },
  '.cm-gutters': { color: '#5c6470', backgroundColor: '#f5f7fa', borderRight: '1px solid #e3e7ed' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: '#eaf4ff80' },
  '.cm-tooltip': { maxWidth: 'min(440px, 90vw)', lineHeight: '1.45' },
  '.cm-tooltip .cm-completionInfo': {
    fontFamily: 'system-ui, sans-serif',
    fontSize: '13px',
    padding: '6px 8px',
    whiteSpace: 'pre-line',
  },
  '.cm-tooltip-lint': { fontFamily: 'system-ui, sans-serif', fontSize: '13px' },
  '.cm-completionDetail': { color: '#5c6470', fontStyle: 'normal' },
  '.cm-tooltip-autocomplete li[aria-selected] .cm-completionDetail': { color: '#fff' },
});

export const editorTheme: Extension = [look, syntaxHighlighting(colours)];
