import type { DocumentNode, FieldNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { Kind, OperationTypeNode } from 'graphql';
import type { Context } from '#gateway/context.ts';
import { argumentsOf } from '#gateway/graph/arguments.ts';
import { fragmentsOf } from '#gateway/graphql/definitions.ts';
import { answerSourceOf } from '#gateway/resolvers/from-contract.ts';
import type { UpstreamAnswer } from '#gateway/rest/upstream.ts';
import { bytesOf } from '#gateway/transcode/bytes.ts';
import { shapeOf } from '#gateway/transcode/shape.ts';
import type { Root } from '#gateway/transcode/transcoder.ts';
import { transcode } from '#gateway/transcode/transcoder.ts';
import type { Variables } from './operation.ts';

type Transcoding = (coerced: Variables, context: Context) => Promise<Buffer | undefined>;

interface TranscodedRoot extends Root {
  readonly name: string;
  readonly read: (coerced: Variables, context: Context) => Promise<UpstreamAnswer>;
}

/**
 * Answers a query from the bytes of /api's answers, without values in between. Undefined for an operation that needs
 * execution: a mutation, a condition, an object that takes several calls. The transcoding itself resolves with undefined
 * where execution must answer: after an error, and for an answer that is not as declared. Execution then makes no call
 * again.
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
  const cache = createAnswerCache();
  return async (coerced, context) => {
    const reads = Promise.all(roots.map(({ read }) => read(coerced, context)));
    const answers = await reads.catch(() => undefined);
    if (!answers) return undefined;
    return cache.answer(answers, () =>
      transcode(
        roots,
        answers.map(({ body }) => body),
      ),
    );
  };
}

interface Written {
  readonly others: readonly Buffer[];
  /** Undefined for an answer that execution must complete. */
  readonly json: Buffer | undefined;
}

/**
 * Keeps what was written for bytes that come again, as when thirty children open a page: such an answer is transcoded and
 * compressed (send.ts) once. What is selected does not depend on variables, so equal bytes give equal answers.
 */
function createAnswerCache() {
  const written = new WeakMap<Buffer, Written>();
  return {
    answer(answers: readonly UpstreamAnswer[], write: () => Buffer | undefined): Buffer | undefined {
      const bodies = answers.map((answer) => answer.earlier());
      const [first, ...others] = bodies.filter((body) => body !== undefined);
      if (!first || others.length + 1 < answers.length) return write();
      const cached = written.get(first);
      if (cached && isSame(cached.others, others)) return cached.json;
      const text = write();
      const json = text && Buffer.from(text);
      written.set(first, { others, json });
      return json;
    },
  };
}

const isSame = (some: readonly Buffer[], others: readonly Buffer[]): boolean =>
  some.every((body, at) => body === others[at]);

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
  return { name, shape: { ...shape, isNullable: false }, read };
}
