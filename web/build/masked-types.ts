import { plugin as operationTypes } from '@graphql-codegen/typescript-operations';
import { Kind, visit, type DirectiveNode, type DocumentNode } from 'graphql';
import { openSpreads } from './open-spreads.ts';

// The directive by which the types of a spread fragment are written out. No document that is sent has it.
const unmask: DirectiveNode = { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'unmask' } };

/** Marks the spreads of a document that are not masked. */
const withOpenSpreads = (document: DocumentNode): DocumentNode =>
  visit(document, {
    FragmentDefinition: (node) => marked(node, node.name.value),
    OperationDefinition: (node) => marked(node, node.name?.value ?? ''),
  });

const marked = <Definition extends DocumentNode['definitions'][number]>(node: Definition, holder: string): Definition =>
  visit(node, {
    FragmentSpread: (spread) =>
      openSpreads[holder]?.includes(spread.name.value)
        ? { ...spread, directives: [...(spread.directives ?? []), unmask] }
        : undefined,
  });

/**
 * The types of operations, with masked fragments: what an operation or a fragment spreads is hidden from its reader, and is
 * read by the fragment's own component (`unmask`, web/shared/apollo/masks.ts). Only types: nothing of it is in the bundle.
 */
export const plugin: typeof operationTypes = (schema, documents, config, info) =>
  operationTypes(
    schema,
    documents.map((file) => (file.document ? { ...file, document: withOpenSpreads(file.document) } : file)),
    { ...config, inlineFragmentTypes: 'mask', customDirectives: { apolloUnmask: true } },
    info,
  );
