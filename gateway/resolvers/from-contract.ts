import { getNamedType, isObjectType } from 'graphql';
import type { GraphQLField, GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { callersName } from '#schema/rest/callers-names.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { acceptsNothing, shapeOf, unwrapped } from '#schema/rest/shapes.ts';
import type { Context } from '#gateway/context.ts';
import { addressOf } from '#gateway/rest/address.ts';
import type { Parts } from '#gateway/rest/call-input.ts';
import type { UpstreamAnswer } from '#gateway/rest/upstream.ts';
import { complete } from '#gateway/graph/complete.ts';
import { asConnection, asksForCursors, connectionAnswer, isConnection } from '#gateway/graph/connections.ts';
import type { Asked } from '#gateway/graph/plan.ts';
import { createPlanner } from '#gateway/graph/plan.ts';
import { nameFields } from './callers-fields.ts';
import { Places } from './places.ts';
import { specialSource } from './special-sources.ts';

type Values = Readonly<Record<string, unknown>>;
type RootField = GraphQLField<unknown, Context>;

/** Reads one value for /api from the arguments of a field. */
type Source = (given: Values) => unknown;
type Sources = readonly (readonly [name: string, source: Source])[];

/**
 * Gives every root field the resolver that its operation describes: the arguments become the operation's parameters,
 * query, body or form by `callersName`, and the answer becomes the field's value. Throws where the SDL and the
 * operation do not fit.
 */
export function addResolvers(schema: GraphQLSchema): void {
  for (const operation of contract) {
    const root = operation.method === 'GET' ? schema.getQueryType() : schema.getMutationType();
    const field = root?.getFields()[operation.name] as RootField | undefined;
    if (field) addResolver(operation, field);
  }
}

/** Reads the answer of a query field's operation without parsing. */
export interface AnswerSource {
  /** Rejects with the error for the client, as the field's resolver does. */
  readonly read: (given: Values, context: Context) => Promise<UpstreamAnswer>;
  /** Whether the answer alone is the field's value: the selection has nothing from other calls, and no cursors. */
  readonly isWhole: (asked: Asked) => boolean;
}

// By the field.
const answerSources = new WeakMap<object, AnswerSource>();

/** Undefined where a field's value is not the whole answer of a read. */
export const answerSourceOf = (field: object): AnswerSource | undefined => answerSources.get(field);

function addResolver(operation: Operation, field: RootField): void {
  const places = new Places(field);
  const partsOf = partsFrom(operation, places);
  const valueOf = valueFrom(operation, field);
  const { method } = operation;
  const planner = createPlanner(answerOf(operation, field));
  const isByCursor = isConnection(operation);
  const named = (given: Values) => (error: unknown) => {
    throw nameFields(error, { operation, places, given });
  };
  const resolve: GraphQLFieldResolver<unknown, Context, Values> = async (_, given, { client, entities }, info) => {
    const asksCursors = isByCursor && asksForCursors(info);
    const parts = partsOf(given);
    const sent = client.send(operation, asksCursors ? fromTheBeginning(parts) : parts);
    const answer = await sent.catch(named(given));
    if (method !== 'GET') entities.forget();
    const value = asksCursors ? asConnection(answer, given['after']) : valueOf(answer);
    const plan = planner(info);
    return plan ? complete(plan, value, entities) : value;
  };
  field.resolve = resolve;
  if (method !== 'GET' || operation.response === undefined || onlyMember(operation, field) !== undefined) return;
  const addressFor = addressReader((given) => {
    const { params, query } = partsOf(given);
    return addressOf(operation, params, query);
  });
  const read: AnswerSource['read'] = async (given, { client }) => client.read(operation, addressFor(given));
  answerSources.set(field, {
    read: (given, context) => read(given, context).catch(named(given)),
    isWhole: (asked) => !(isByCursor && asksForCursors(asked)) && planner(asked) === undefined,
  });
}

/** Remembers the addresses of frozen arguments, which serve several requests (graph/arguments.ts). */
function addressReader(addressOfGiven: (given: Values) => string): (given: Values) => string {
  const addresses = new WeakMap<Values, string>();
  return (given) => {
    const cached = addresses.get(given);
    if (cached !== undefined) return cached;
    const address = addressOfGiven(given);
    if (Object.isFrozen(given)) addresses.set(given, address);
    return address;
  };
}

/** An operation without a response is true in GraphQL. A response with one member becomes that member. */
function valueFrom(operation: Operation, field: RootField): (answer: unknown) => unknown {
  if (operation.response === undefined) return () => true;
  const member = onlyMember(operation, field);
  // The REST client has checked that the response is an object.
  return member === undefined ? (answer) => answer : (answer) => (answer as Values)[member];
}

/** Without a cursor a list begins with its first row; /api then answers cursors. */
const fromTheBeginning = ({ query, ...parts }: Parts): Parts => ({
  ...parts,
  query: { ...query, After: query?.['After'] ?? '' },
});

/** The declaration of the field's value. */
function answerOf(operation: Operation, field: RootField): unknown {
  if (isConnection(operation)) return connectionAnswer(operation);
  const member = onlyMember(operation, field);
  return member === undefined ? operation.response : shapeOf(operation.response)[member];
}

/** The member of a response that is the field's value; undefined where the whole response is. */
function onlyMember({ response }: Operation, { type }: RootField): string | undefined {
  const [member, ...others] = Object.keys(shapeOf(response));
  const named = getNamedType(type);
  const isWhole = member === undefined || others.length > 0 || (isObjectType(named) && member in named.getFields());
  return isWhole ? undefined : member;
}

function partsFrom(operation: Operation, places: Places): (given: Values) => Parts {
  const { params, query, body, form } = operation;
  const source = (name: string) => sourceOf(operation, name, places);
  const sources = (names: object | undefined): Sources =>
    Object.keys(names ?? {}).map((name) => [name, source(name)] as const);

  const parts: Partial<Record<keyof Parts, Sources>> = {
    ...(params && { params: sources(params.shape) }),
    ...(query && { query: sources(query.shape) }),
    ...(body && { body: asBody(sources(shapeOf(body)), shapeOf(body)) }),
    ...(form && { fields: asTexts(sources(form.fields.shape)) }),
    ...(form?.files && { files: sources(form.files) }),
  };
  places.assertAllTaken();
  const entries = Object.entries(parts);
  return (given) => Object.fromEntries(entries.map(([part, reads]) => [part, valuesOf(reads, given)]));
}

function sourceOf(operation: Operation, name: string, places: Places): Source {
  const special = specialSource(operation, name);
  if (special) {
    for (const used of special.uses) places.take(used);
    return special.read;
  }
  if (operation.names?.[name] === null) return () => undefined;
  const wanted = callersName(name, operation);
  const path = places.take(wanted);

  if (!path) throw new Error(`The field ${operation.name} has no argument or input field '${wanted}' for '${name}'.`);
  return (given) => path.reduce<unknown>((value, step) => (value as Values | null | undefined)?.[step], given);
}

function valuesOf(sources: Sources, given: Values): Values {
  const values: Record<string, unknown> = {};
  for (const [name, source] of sources) {
    const value = source(given);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

// Form fields are texts.
function asTexts(sources: Sources): Sources {
  return sources.map(([name, source]) => [
    name,
    (given) => {
      const value = source(given);
      return typeof value === 'boolean' ? String(value) : value;
    },
  ]);
}

/**
 * Sends null where /api takes one: it empties a field, which stays as it is where it is left out. A null that /api does not
 * take, of an optional value, is left out.
 */
function asBody(sources: Sources, shape: Readonly<Record<string, z.ZodType>>): Sources {
  return sources.map(([name, source]) => {
    const declared = shape[name];
    const inner = unwrapped(declared);
    const members = inner instanceof z.ZodObject ? asBody(membersOf(inner), inner.shape) : undefined;
    const isLeftOut = acceptsNothing(declared) && declared?.safeParse(null).success === false;
    return [
      name,
      (given) => {
        const value = source(given);
        if (value === null) return isLeftOut ? undefined : null;
        return members && typeof value === 'object' ? valuesOf(members, value as Values) : value;
      },
    ];
  });
}

function membersOf({ shape }: z.ZodObject): Sources {
  return Object.keys(shape).map((name) => [name, (given: Values) => given[name]]);
}
