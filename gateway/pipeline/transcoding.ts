import type { DocumentNode, FieldNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { Kind, OperationTypeNode } from 'graphql';
import type { Context } from '#gateway/context.ts';
import { argumentsOf } from '#gateway/graph/arguments.ts';
import { fragmentsOf } from '#gateway/graphql/definitions.ts';
import { answerSourceOf } from '#gateway/resolvers/from-contract.ts';
import type { UpstreamAnswer } from '#gateway/rest/upstream.ts';
import { bytesOf, shapeOf } from '#gateway/transcode/shape.ts';
import type { Root } from '#gateway/transcode/transcoder.ts';
import { transcode } from '#gateway/transcode/transcoder.ts';
import type { Variables } from './operation.ts';

type Transcoding = (coerced: Variables, context: Context) => Promise<Buffer | undefined>;

interface TranscodedRoot extends Root {
  readonly name: string;
  readonly read: (coerced: Variables, context: Context) => Promise<UpstreamAnswer>;
  readonly valueOf: (answer: UpstreamAnswer) => unknown;
}

/**
 * Answers a query from the bytes of /api's answers, without values in between. Undefined for an operation that needs
 * execution: a mutation, a condition, an object that takes several calls. The transcoding itself resolves with undefined
 * where execution must answer: after an error, for an answer that is not as declared, and for bytes that all arrived
 * lately, whose answer is written already. Execution then makes no call again.
 */
export function createTranscoding(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Transcoding | undefined {
  if (operation.operation !== OperationTypeNode.QUERY || operation.directives?.length) return undefined;
  const roots: TranscodedRoot[] = [];
  for (const node of operation.selectionSet.selections) {
    const root = node.kind === Kind.FIELD ? rootOf(schema, document, node) : undefined;
    if (!root || roots.some(({ name }) => name === root.name)) return undefined;
    const key = `${roots.length === 0 ? '{' : ','}${JSON.stringify(root.name)}:`;
    roots.push({ ...root, key: bytesOf(key) });
  }
  return async (coerced, context) => {
    const reads = Promise.all(roots.map(({ read }) => read(coerced, context)));
    const answers = await reads.catch(() => undefined);
    if (!answers) return undefined;
    const areNew = answers.map((answer) => answer.isNew());
    if (!areNew.includes(true)) {
      resolveAll(roots, answers, context);
      return undefined;
    }
    return transcode(
      roots,
      answers.map(({ body }) => body),
    );
  };
}

/** Resolves the root fields, so that execution does not build their arguments and addresses again. */
function resolveAll(roots: readonly TranscodedRoot[], answers: readonly UpstreamAnswer[], context: Context): void {
  for (const [index, { name, valueOf }] of roots.entries()) {
    const answer = answers[index];
    if (!answer) continue;
    // A value that cannot be read rejects, as it does in the field's resolver. Execution reports the error.
    const value = Promise.resolve(answer).then(valueOf);
    value.catch(() => undefined);
    context.resolved.set(name, value);
  }
}

function rootOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  node: FieldNode,
): Omit<TranscodedRoot, 'key'> | undefined {
  const parentType = schema.getQueryType();
  const field = parentType?.getFields()[node.name.value];
  const source = field && answerSourceOf(field);
  if (!source || node.directives?.length) return undefined;
  const fragments = Object.fromEntries(fragmentsOf(document));
  const fieldNodes = [node];
  const shape = shapeOf({ type: field.type, nodes: fieldNodes, fragments });
  if (shape?.kind !== 'object' && shape?.kind !== 'list') return undefined;
  // Without conditions the variables change nothing in what is selected.
  if (!source.isWhole({ fieldNodes, returnType: field.type, schema, fragments, variableValues: {} })) return undefined;
  const name = node.alias?.value ?? node.name.value;
  const read: TranscodedRoot['read'] = async (coerced, context) => {
    const given = argumentsOf({ parentType, fieldName: field.name, fieldNodes, variableValues: coerced }) ?? {};
    const answer = source.read(given, context);
    return answer.catch((error: unknown) => {
      // Execution reports the error.
      const failure = answer.then(() => undefined);
      failure.catch(() => undefined);
      context.resolved.set(name, failure);
      throw error;
    });
  };
  return { name, shape: { ...shape, isNullable: false }, read, valueOf: source.valueOf };
}
