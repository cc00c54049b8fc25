import { getNullableType, isInputObjectType, isListType, Kind, valueFromASTUntyped } from 'graphql';
import type { FieldNode, GraphQLField, GraphQLInputField, GraphQLArgument, ValueNode } from 'graphql';
import type { Amount } from './amount.ts';
import { valueOf } from './amount.ts';

/** The number of rows that a field's arguments ask for; undefined members when the field has no such argument. */
export interface AskedSize {
  /** The size of a page. */
  readonly page?: Amount;
  /** The number of days of a period. */
  readonly days?: Amount;
  /** The length of a list of ids, or `absent` when the list is not given. */
  readonly ids?: (absent: number) => Amount;
}

/** An argument, or a field of an argument that is an input object. */
export interface Place {
  readonly argument: string;
  readonly member?: string;
  readonly input: GraphQLArgument | GraphQLInputField;
}

const pageNames = new Set(['size', 'first', 'last', 'limit']);
// The arguments whose items are one row each: ids, and the rows of an upsert.
const listed = /ids$|^rows$/i;
const usualPage = 20;
// Above every limit, and small enough for products to stay exact.
const most = 1_000_000;

/** The arguments of a field that set its number of rows. */
export interface SizePlaces {
  /** With both `first` and `page.size`, the first one that is given counts. */
  readonly pages: readonly Place[];
  readonly ids: Place | undefined;
  readonly period: Place | undefined;
}

export function sizePlaces(field: GraphQLField<unknown, unknown>): SizePlaces {
  const places = field.args.flatMap(placesIn);
  return {
    pages: places.filter(({ input }) => pageNames.has(input.name)).sort(byArgument),
    ids: places.find(({ input }) => listed.test(input.name) && isListType(getNullableType(input.type))),
    period: places.find(({ input, member }) => member === undefined && isPeriod(input)),
  };
}

/** The rows of a page whose size is not given. */
export const defaultPage = (pages: readonly Place[]): number => pageSize(pages.at(-1)?.input.defaultValue ?? undefined);

export function askedSize(node: FieldNode, field: GraphQLField<unknown, unknown>): AskedSize {
  const { pages, ids, period } = sizePlaces(field);
  return {
    days: period && amountAt(period, node, lengthOfPeriod),
    page: pages.length > 0 ? pageAmount(pages, node) : undefined,
    ids: ids && ((absent) => amountAt(ids, node, (value) => listLength(value) ?? absent)),
  };
}

/** An argument of its own comes before a member of an input object. */
const byArgument = (a: Place, b: Place): number => Number(a.member !== undefined) - Number(b.member !== undefined);

function pageAmount(pages: readonly Place[], node: FieldNode): Amount {
  const [place, ...others] = pages;
  if (!place) return usualPage;
  // Null counts as an absent size.
  const size = amountAt(place, node, (value) => (typeof value === 'number' ? pageSize(value) : notGiven));
  const otherwise = (): Amount =>
    others.length > 0 ? pageAmount(others, node) : pageSize(place.input.defaultValue ?? undefined);
  if (typeof size === 'number') return size === notGiven ? otherwise() : size;
  const rest = otherwise();
  return (run) => {
    const given = size(run);
    return given === notGiven ? valueOf(rest, run) : given;
  };
}

const notGiven = -1;

function placesIn(input: GraphQLArgument): Place[] {
  const type = getNullableType(input.type);
  const members = isInputObjectType(type) ? Object.values(type.getFields()) : [];
  const argument = input.name;
  return [{ argument, input }, ...members.map((member) => ({ argument, member: member.name, input: member }))];
}

function amountAt({ argument, member }: Place, node: FieldNode, read: (value: unknown) => number): Amount {
  const given = node.arguments?.find(({ name }) => name.value === argument)?.value;
  if (given === undefined) return read(undefined);
  const readWith = (variables: Readonly<Record<string, unknown>>) => {
    const value = valueFromASTUntyped(given, variables);
    return read(member === undefined ? value : memberOf(value, member));
  };
  return namesVariable(given) ? (run) => readWith(run.variables) : readWith({});
}

const memberOf = (value: unknown, member: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, member)?.value : undefined;

function isPeriod({ type }: GraphQLArgument | GraphQLInputField): boolean {
  const input = getNullableType(type);
  return isInputObjectType(input) && 'from' in input.getFields() && 'to' in input.getFields();
}

const day = 86_400_000;

// /api refuses an invalid period, so it has no rows.
function lengthOfPeriod(value: unknown): number {
  const [from, to] = ['from', 'to'].map((member) => Date.parse(String(memberOf(value, member))));
  const days = ((to ?? Number.NaN) - (from ?? Number.NaN)) / day;
  return days > 0 ? Math.min(Math.ceil(days), most) : 0;
}

const pageSize = (value: unknown): number =>
  typeof value === 'number' ? Math.min(Math.max(value, 0), most) : usualPage;

// GraphQL coerces a single value to a list of one.
function listLength(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  return value === undefined || value === null ? undefined : 1;
}

function namesVariable(value: ValueNode): boolean {
  if (value.kind === Kind.VARIABLE) return true;
  if (value.kind === Kind.LIST) return value.values.some(namesVariable);
  return value.kind === Kind.OBJECT && value.fields.some((field) => namesVariable(field.value));
}
