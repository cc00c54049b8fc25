import { getDirectiveValues, getNamedType, GraphQLIncludeDirective, GraphQLSkipDirective, isObjectType } from 'graphql';
import { Kind } from 'graphql';
import type {
  FieldNode,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import { z } from 'zod';
import { shapeOf, unwrapped } from '#schema/rest/shapes.ts';
import { lookUps } from './look-ups.ts';
import { subjects } from './subjects.ts';

/**
 * The fields that a selection asks of the objects at one place and that /api's answer lacks. For example, a class
 * contains only a few fields of its textbook; the others are read by the textbook's id.
 */
export interface Plan {
  /** The entity at this place. */
  readonly type: string;
  /** Fields of the entity that are not in the answer. */
  readonly missing: readonly PlannedField[];
  /** Fields in the answer below which something is missing. */
  readonly inside: readonly Required<PlannedField>[];
}

interface PlannedField {
  readonly name: string;
  readonly plan?: Plan | undefined;
}

/** The part of the resolve info that a plan needs; graphql-js and compiled code both provide it. */
export type Asked = Pick<GraphQLResolveInfo, 'fieldNodes' | 'returnType' | 'schema' | 'fragments' | 'variableValues'>;

/** Plans the selections of a field whose answer from /api has a declared shape. A plan is made once per document. */
export function createPlanner(answer: unknown): (asked: Asked) => Plan | undefined {
  const plansByNode = new WeakMap<FieldNode, Plan | 'nothing'>();
  return (asked) => {
    const [node, ...others] = asked.fieldNodes;
    const found = node && others.length === 0 ? plansByNode.get(node) : undefined;
    if (found) return found === 'nothing' ? undefined : found;
    const run: Run = { ...asked, isConditional: false };
    const plan = planOf(run, { type: asked.returnType, answer, nodes: asked.fieldNodes });
    // @skip and @include make another plan with other variables.
    if (node && others.length === 0 && !run.isConditional) plansByNode.set(node, plan ?? 'nothing');
    return plan;
  };
}

/** Whether a selection asks for one of the fields of its object. It is looked up once per document. */
export function createFieldFinder(wanted: readonly string[]): (asked: Asked) => boolean {
  const answersByNode = new WeakMap<FieldNode, boolean>();
  return (asked) => {
    const type = getNamedType(asked.returnType);
    const [node, ...others] = asked.fieldNodes;
    const found = node && others.length === 0 ? answersByNode.get(node) : undefined;
    if (found !== undefined || !isObjectType(type)) return found ?? false;
    const run: Run = { ...asked, isConditional: false };
    const fields = fieldsOf(run, type, asked.fieldNodes);
    const isAsked = wanted.some((name) => fields.has(name));
    if (node && others.length === 0 && !run.isConditional) answersByNode.set(node, isAsked);
    return isAsked;
  };
}

interface Run extends Asked {
  isConditional: boolean;
}

interface Place {
  readonly type: GraphQLOutputType;
  /** The declared shape of /api's answer at this place. */
  readonly answer: unknown;
  readonly nodes: readonly FieldNode[];
}

function planOf(run: Run, { type, answer, nodes }: Place): Plan | undefined {
  const named = getNamedType(type);
  if (!isObjectType(named)) return undefined;
  const shape = rowShape(answer);
  const whole = lookUps[named.name];
  const missing: PlannedField[] = [];
  const inside: Required<PlannedField>[] = [];
  for (const [name, asked] of fieldsOf(run, named, nodes)) {
    const field = named.getFields()[name];
    const isSubject = subjects[named.name] === name;
    // A field with another resolver reads its own answer.
    if (!field || (field.resolve && !isSubject)) continue;
    const place = { type: field.type, nodes: asked };
    if (isSubject || name in shape || !whole) {
      const plan = planOf(run, { ...place, answer: isSubject ? answer : shape[name] });
      if (plan) inside.push({ name, plan });
    } else missing.push({ name, plan: planOf(run, { ...place, answer: rowShape(whole.response)[name] }) });
  }
  return missing.length + inside.length === 0 ? undefined : { type: named.name, missing, inside };
}

/** The members of an answer, or of the rows in it. */
export function rowShape(answer: unknown): Readonly<Record<string, z.ZodType>> {
  const inner = unwrapped(answer);
  return inner instanceof z.ZodArray ? rowShape(inner.element) : shapeOf(inner);
}

/** The fields that are asked for, by their names in the schema. */
function fieldsOf(run: Run, type: GraphQLObjectType, nodes: readonly FieldNode[]): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const addAll = ({ selections }: SelectionSetNode): void => selections.forEach(add);
  const add = (node: SelectionNode): void => {
    if (!isAsked(run, node)) return;
    if (node.kind === Kind.FIELD) {
      const { value } = node.name;
      fields.set(value, [...(fields.get(value) ?? []), node]);
      return;
    }
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? run.fragments[node.name.value] : node;
    const on = fragment?.typeCondition?.name.value ?? type.name;
    if (fragment && isOn(type, on)) addAll(fragment.selectionSet);
  };
  for (const { selectionSet } of nodes) if (selectionSet) addAll(selectionSet);
  return fields;
}

/** Whether a fragment on a type, or on an interface of it, holds fields of its objects. */
const isOn = (type: GraphQLObjectType, on: string): boolean =>
  type.name === on || type.getInterfaces().some(({ name }) => name === on);

function isAsked(run: Run, node: SelectionNode): boolean {
  if (!node.directives?.length) return true;
  run.isConditional = true;
  if (getDirectiveValues(GraphQLSkipDirective, node, run.variableValues)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, run.variableValues)?.['if'] !== false;
}
