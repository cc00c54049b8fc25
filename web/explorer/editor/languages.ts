import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { linter, lintKeymap } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { graphql } from 'cm6-graphql';

// Tab leaves the editor, as it leaves every field; Mod-[ and Mod-] indent.
const keys = keymap.of([
  ...closeBracketsKeymap,
  ...defaultKeymap,
  ...historyKeymap,
  ...foldKeymap,
  ...completionKeymap,
  ...lintKeymap,
]);

const writing: Extension = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  keys,
];

// An empty editor is valid: it means no variables or no headers.
const parseJson = jsonParseLinter();
const jsonFaults = linter((view) => (view.state.doc.toString().trim() === '' ? [] : parseJson(view)));

/**
 * GraphQL with completion, error marks and descriptions, once the editor has the schema. Mod-click on a name opens its
 * documentation.
 */
export const graphqlEditing = (onShowInDocs: (field?: string, parentType?: string) => void): Extension => [
  writing,
  autocompletion(),
  graphql(undefined, { onShowInDocs: (field, _type, parentType) => onShowInDocs(field, parentType) }),
];

export const jsonEditing: Extension = [writing, json(), jsonFaults];

export const jsonReading: Extension = [
  lineNumbers(),
  foldGutter(),
  drawSelection(),
  json(),
  keymap.of([...defaultKeymap, ...foldKeymap]),
];
