import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { linter, lintKeymap } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { graphql } from 'cm6-graphql';

// Tab stays what it is in every page, the way out of a field; Mod-[ and Mod-] indent.
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

// An empty editor is no mistake: it stands for no variables and no headers.
const parseJson = jsonParseLinter();
const jsonFaults = linter((view) => (view.state.doc.toString().trim() === '' ? [] : parseJson(view)));

/**
 * GraphQL with completion, faults and descriptions, as soon as the editor is told the schema. Mod-click on a name asks
 * where the documentation says what it is.
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
