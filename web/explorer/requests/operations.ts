import { Kind, parse } from 'graphql';

/** The names of a document's operations, in order; none when it cannot be read yet. */
export function operationNames(query: string): string[] {
  try {
    return parse(query).definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? [definition.name?.value ?? ''] : [],
    );
  } catch {
    return [];
  }
}
