import type { ApolloServerOptionsWithGateway } from '@apollo/server';
import {
  execute,
  getOperationAST,
  GraphQLObjectType,
  GraphQLSchema,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  OperationTypeNode,
  parse,
  print,
} from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLFieldResolver, OperationDefinitionNode } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '#gateway/context.ts';
import { variableFaults } from '#gateway/faults/variable-faults.ts';
import { fragmentsOf } from '#gateway/graphql/definitions.ts';
import { argumentsOf } from '#gateway/graph/arguments.ts';
import { selectsEdge } from '#gateway/graph/edges.ts';
import type { PersistedOperation, PersistedRequest, Variables } from './operation.ts';
import { createTranscoding } from './transcoding.ts';
import { createVariableReader } from './variables.ts';

/** An operation for graphql-js: parsed, validated and admitted. */
export interface Execution {
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  readonly variables?: Variables | undefined;
  readonly context: Context;
}

/** An answer as text, or as bytes when they are cached for later requests. */
export type Json = string | Buffer;

export interface Executor {
  /**
   * Executes a persisted operation by compiled code. Resolves with the JSON of the whole answer, or with undefined when
   * there is an error to report: `fallback` then repeats the operation in the same context.
   */
  readonly run: (request: PersistedRequest, context: Context) => Promise<Json | undefined>;
  /** Executes by graphql-js. A root field that is resolved in a context keeps its value, so no call is repeated. */
  readonly fallback: (execution: Execution) => Promise<ExecutionResult>;
}

/**
 * Only persisted operations are compiled. graphql-jit 0.8.9 writes the literals of a document into the source of a
 * function without escaping all of them, so the text of a stranger would be run as code.
 */
export function createExecutor(schema: GraphQLSchema): Executor {
  const resolvesOnce = withRootResolvers(schema, once);
  const compile = createCompiler(schema, resolvesOnce);
  const compiledByHash = new Map<string, Compiled>();
  return {
    run({ operation, variables }, context) {
      const compiled = compiledByHash.get(operation.hash) ?? compile(operation);
      compiledByHash.set(operation.hash, compiled);
      return compiled(variables, context);
    },
    async fallback({ document, operationName, variables = {}, context }) {
      const operation = getOperationAST(document, operationName);
      const errors = operation ? variableFaults(schema, operation, variables) : [];
      if (errors.length > 0) return { errors };
      const variableValues = { ...variables };
      return execute({ schema: resolvesOnce, document, operationName, variableValues, contextValue: context });
    },
  };
}

type Compiled = (variables: Variables, context: Context) => Promise<Json | undefined>;

/** `declared`: the schema whose fields know their operations; `schema`: the same, with each root field resolved once. */
function createCompiler(declared: GraphQLSchema, schema: GraphQLSchema): (operation: PersistedOperation) => Compiled {
  const options = {
    customSerializers: customSerializers(schema),
    // Clients never see errors of compiled code, so their stacks are not collected.
    disablingCapturingStackErrors: true,
  };
  return ({ name, text }) => {
    const document = parse(text);
    const operation = getOperationAST(document, name || undefined);
    const compiled = compileQuery(schema, document, name, options);
    if (!operation || !isCompiledQuery(compiled)) return async () => undefined;
    const hasCondition = /@(include|skip)\b/.test(print(document));
    const readVariables = createVariableReader(schema, operation);
    const dependsOnMore = hasCondition || selectsEdge(declared, document);
    const readRoots = dependsOnMore ? undefined : rootReader(schema, document, operation);
    const transcodeNew = createTranscoding(declared, document, operation);
    const writer = createWriter();
    return async (variables, context) => {
      const coerced = readVariables(variables);
      if (!coerced) return undefined;
      const transcoded = await transcodeNew?.(coerced, context);
      if (transcoded) return transcoded;
      const values = await readRoots?.(coerced, context);
      const known = values && writer.known(values);
      if (known) return known;
      const result: ExecutionResult = await compiled.query(undefined, context, variables);
      return result.errors ? undefined : writer.write(result, values);
    };
  };
}

type RootReader = (coerced: Variables, context: Context) => Promise<readonly unknown[] | undefined>;

/**
 * Resolves the root fields of a query in parallel; compiled code then finds them in the context. Resolves with their
 * values in the query's order. Resolves with undefined when a field fails, or for a mutation, whose fields are resolved
 * one after another.
 */
function rootReader(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): RootReader {
  const query = schema.getQueryType();
  const { selections } = operation.selectionSet;
  const nodes = selections.filter((selection) => selection.kind === Kind.FIELD);
  if (!query || operation.operation !== OperationTypeNode.QUERY || nodes.length < selections.length)
    return async () => undefined;
  const fragments = Object.fromEntries(fragmentsOf(document));
  const roots = nodes.flatMap((node) => {
    const field = query.getFields()[node.name.value];
    const path = { prev: undefined, key: node.alias?.value ?? node.name.value, typename: query.name };
    const info = { fieldName: node.name.value, fieldNodes: [node], parentType: query, path };
    return field?.resolve
      ? [{ resolve: field.resolve, info: { ...info, returnType: field.type, schema, fragments, operation } }]
      : [];
  });
  return async (coerced, context) => {
    const values = roots.map(({ resolve, info }): unknown =>
      resolve(undefined, {}, context, { ...info, rootValue: undefined, variableValues: coerced }),
    );
    return Promise.all(values).catch(() => undefined);
  };
}

/**
 * Compiled code passes a promise or a function to a custom scalar as it is; graphql-js awaits promises and calls
 * functions.
 */
function customSerializers(schema: GraphQLSchema): Record<string, (value: unknown) => unknown> {
  const scalars = Object.values(schema.getTypeMap()).filter(isScalarType);
  const custom = scalars.filter((type) => !isSpecifiedScalarType(type));
  return Object.fromEntries(
    custom.map((type) => {
      const serialize = (value: unknown): unknown => {
        if (typeof value === 'function' || value instanceof Promise)
          throw new Error('Only graphql-js can complete this.');
        return type.serialize(value);
      };
      return [type.name, serialize] as const;
    }),
  );
}

/**
 * Writes answers as JSON. Equal bytes from /api become one frozen value (rest/read-json.ts), so answers made of the
 * same frozen values are equal: they are serialised once and compressed once (send.ts). The caller passes no values of
 * an operation that makes different answers of the same values: by a condition such as @skip, or by an edge, whose rows
 * depend on the token.
 */
function createWriter() {
  const written = new WeakMap<object, { readonly others: readonly unknown[]; readonly json: Buffer }>();
  return {
    /** The JSON written for the same values before. */
    known([first, ...others]: readonly unknown[]): Json | undefined {
      const found = typeof first === 'object' && first !== null ? written.get(first) : undefined;
      return found && isSame(found.others, others) ? found.json : undefined;
    },
    write(result: ExecutionResult, [first, ...others]: readonly unknown[] = []): Json {
      const json = JSON.stringify(result);
      const isFrozen = [first, ...others].every((value) => Object.isFrozen(value));
      if (typeof first !== 'object' || first === null || !isFrozen) return json;
      const bytes = Buffer.from(json);
      written.set(first, { others, json: bytes });
      return bytes;
    },
  };
}

const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((value, at) => value === others[at]);

/** Adapts the fallback for Apollo Server, which takes an executor only as a gateway; its schema never changes. */
export function asApolloGateway(
  schema: GraphQLSchema,
  { fallback }: Executor,
): ApolloServerOptionsWithGateway<Context>['gateway'] {
  return {
    onSchemaLoadOrUpdate(loaded) {
      loaded({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => undefined;
    },
    load: async () => ({
      executor: ({ document, request: { operationName, variables }, context }) =>
        // Apollo Server passes on the context of the request, typed as a plain record.
        fallback({ document, operationName, variables, context: context as Context }),
    }),
    stop: async () => undefined,
  };
}

type Resolver = GraphQLFieldResolver<unknown, Context>;

/** Resolves a root field once per request, however often the operation is repeated. */
function once(resolve: Resolver): Resolver {
  return (source, given, context, info) => {
    const { key } = info.path;
    const earlierValue = context.resolved.get(key);
    if (earlierValue) return earlierValue;
    const value = (async (): Promise<unknown> => resolve(source, argumentsOf(info) ?? given, context, info))();
    context.resolved.set(key, value);
    return value;
  };
}

function withRootResolvers(schema: GraphQLSchema, wrap: (resolve: Resolver) => Resolver): GraphQLSchema {
  const config = schema.toConfig();
  const query = wrapped(config.query, wrap);
  const mutation = wrapped(config.mutation, wrap);
  const types = config.types.filter((type) => type !== config.query && type !== config.mutation);
  return new GraphQLSchema({ ...config, query, mutation, types, assumeValid: true });
}

function wrapped(type: GraphQLObjectType | null | undefined, wrap: (resolve: Resolver) => Resolver) {
  if (!type) return type;
  const { fields, ...config } = type.toConfig();
  const entries = Object.entries(fields).map(
    ([name, field]) => [name, { ...field, resolve: field.resolve && wrap(field.resolve) }] as const,
  );
  return new GraphQLObjectType({ ...config, fields: Object.fromEntries(entries) });
}
