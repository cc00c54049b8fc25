import { Kind } from 'graphql';
import type { DocumentNode, SelectionNode, SelectionSetNode } from 'graphql';
import { fragmentsOf, operationsOf } from '#gateway/graphql/definitions.ts';

/** The size of one operation, with every fragment counted at each use. */
export interface OperationSize {
  /** Levels of fields below the operation. */
  readonly depth: number;
  readonly aliases: number;
  /** The names of the root fields, one per response key. */
  readonly rootFields: readonly string[];
}

interface Branch {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: ReadonlyMap<string, string>;
}

const nothing: Branch = { depth: 0, aliases: 0, fields: new Map() };

/** Measures the operations of a document. Each fragment is walked once, so the work is linear in the text. */
export function measureOperations(document: DocumentNode): OperationSize[] {
  const fragments = fragmentsOf(document);
  const measured = new Map<string, Branch>();

  const fragment = (name: string): Branch => {
    const cachedSize = measured.get(name);
    const definition = fragments.get(name);
    if (cachedSize || !definition) return cachedSize ?? nothing;
    // A fragment that contains itself ends here; the rule against cycles refuses it.
    measured.set(name, nothing);
    const branch = set(definition.selectionSet);
    measured.set(name, branch);
    return branch;
  };
  const selection = (node: SelectionNode): Branch => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return fragment(node.name.value);
    if (node.kind === Kind.INLINE_FRAGMENT) return set(node.selectionSet);
    const name = node.name.value;
    const fields = new Map([[node.alias?.value ?? name, name]]);
    const below = node.selectionSet ? set(node.selectionSet) : nothing;
    // Tools read the schema many levels deep. Its aliases count, as each repeats a part of the schema.
    const depth = name.startsWith('__') ? 1 : below.depth + 1;
    return { depth, aliases: below.aliases + (node.alias ? 1 : 0), fields };
  };
  const set = ({ selections }: SelectionSetNode): Branch => {
    const branches = selections.map(selection);
    return {
      depth: Math.max(0, ...branches.map((branch) => branch.depth)),
      aliases: branches.reduce((sum, branch) => sum + branch.aliases, 0),
      fields: new Map(branches.flatMap((branch) => [...branch.fields])),
    };
  };
  return operationsOf(document).map(({ selectionSet }) => {
    const { depth, aliases, fields } = set(selectionSet);
    return { depth, aliases, rootFields: [...fields.values()] };
  });
}
