import { isEnumType, isInputObjectType, isObjectType } from 'graphql';
import type { GraphQLNamedType, GraphQLSchema } from 'graphql';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Description } from './description.tsx';
import type { AnyField } from './field-entry.tsx';
import { Deprecation, FieldEntry } from './field-entry.tsx';
import type { Place } from './place.ts';

interface TypePageProps {
  readonly heading: Ref<HTMLHeadingElement>;
  readonly schema: GraphQLSchema;
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
  readonly onWrite: (field: string, kind: 'query' | 'mutation') => void;
}

function fieldsOf(type: GraphQLNamedType | undefined): readonly AnyField[] {
  if (isObjectType(type)) return Object.values(type.getFields());
  return isInputObjectType(type) ? Object.values(type.getFields()) : [];
}

/** A type: what it is for, then its fields or values. */
export function TypePage({ heading, schema, place, onPlace, onWrite }: TypePageProps) {
  const { t } = useTranslation('explorer');
  const type = schema.getType(place.type);
  const kind = type === schema.getQueryType() ? 'query' : type === schema.getMutationType() ? 'mutation' : undefined;
  const values = isEnumType(type) ? type.getValues() : [];
  return (
    <section aria-labelledby="docs-type">
      <h3 ref={heading} id="docs-type" tabIndex={-1}>
        <code>{place.type}</code>
      </h3>
      <Description text={type?.description} />
      <ul className="fields" aria-label={t('fieldsOf', { name: place.type })}>
        {fieldsOf(type).map((field) => (
          <FieldEntry
            key={field.name}
            field={field}
            marked={field.name === place.field}
            onPlace={onPlace}
            onWrite={kind && (() => onWrite(field.name, kind))}
          />
        ))}
        {values.map((value) => (
          <li key={value.name} className="field">
            <code className="field-name">{value.name}</code>
            <Deprecation reason={value.deprecationReason} />
            <Description text={value.description} />
          </li>
        ))}
      </ul>
    </section>
  );
}
