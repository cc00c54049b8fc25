import { getNamedType } from 'graphql';
import type { GraphQLType } from 'graphql';
import type { Place } from './place.ts';

interface TypeLinkProps {
  readonly type: GraphQLType;
  readonly onPlace: (place: Place) => void;
}

/** A type as it is written, such as `[Class!]!`, its name leading to the type itself. */
export function TypeLink({ type, onPlace }: TypeLinkProps) {
  const { name } = getNamedType(type);
  const [before, after] = String(type).split(name);
  return (
    <code>
      {before}
      <button type="button" className="type-link" onClick={() => onPlace({ type: name })}>
        {name}
      </button>
      {after}
    </code>
  );
}
