import { plugin as operationTypes } from '@graphql-codegen/typescript-operations';
import { Kind, visit, type DirectiveNode, type DocumentNode } from 'graphql';
import { openSpreads } from './open-spreads.ts';

// The directive makes the code generator write out the types of a spread fragment. It is never sent to the server.
const unmask: DirectiveNode = { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'unmask' } };

/** Adds the directive to the document's unmasked spreads. */
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
 * Generates the types of operations with masked fragments: only the component that declares a fragment can read its
 * fields (`unmask`, web/shared/apollo/masks.ts). The masks are types only, so the bundle does not contain them.
 */
export const plugin: typeof operationTypes = (schema, documents, config, info) =>
  operationTypes(
    schema,
    documents.map((file) => (file.document ? { ...file, document: withOpenSpreads(file.document) } : file)),
    { ...config, inlineFragmentTypes: 'mask', customDirectives: { apolloUnmask: true } },
    info,
  );
