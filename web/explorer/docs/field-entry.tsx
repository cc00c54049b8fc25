import type { GraphQLArgument, GraphQLField, GraphQLInputField } from 'graphql';
import { astFromValue, print } from 'graphql';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Description } from './description.tsx';
import type { Place } from './place.ts';
import { TypeLink } from './type-link.tsx';

export type AnyField = GraphQLField<unknown, unknown> | GraphQLInputField;

interface FieldEntryProps {
  readonly field: AnyField;
  readonly marked: boolean;
  readonly onPlace: (place: Place) => void;
  /** Writes an operation around a root field. */
  readonly onWrite?: (() => void) | undefined;
}

/** A field with its arguments, its type and their descriptions. */
export function FieldEntry({ field, marked, onPlace, onWrite }: FieldEntryProps) {
  const { t } = useTranslation('explorer');
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (marked) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  const fieldArguments = 'args' in field ? field.args : [];
  return (
    <li ref={entry} className={marked ? 'field marked' : 'field'}>
      <div className="field-head">
        <span>
          <code className="field-name">{field.name}</code>: <TypeLink type={field.type} onPlace={onPlace} />
          {'defaultValue' in field && <Default field={field} />}
        </span>
        {onWrite && (
          <button type="button" className="small" aria-label={t('writeField', { name: field.name })} onClick={onWrite}>
            {t('write')}
          </button>
        )}
      </div>
      <Deprecation reason={field.deprecationReason} />
      <Description text={field.description} />
      {fieldArguments.length > 0 && (
        <ul className="arguments" aria-label={t('argumentsOf', { name: field.name })}>
          {fieldArguments.map((argument) => (
            <li key={argument.name}>
              <code className="argument-name">{argument.name}</code>:{' '}
              <TypeLink type={argument.type} onPlace={onPlace} />
              <Default field={argument} />
              <Description text={argument.description} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Default({ field }: { readonly field: GraphQLArgument | GraphQLInputField }) {
  const written = field.defaultValue === undefined ? undefined : astFromValue(field.defaultValue, field.type);
  return written ? <code> = {print(written)}</code> : null;
}

export function Deprecation({ reason }: { readonly reason: string | null | undefined }) {
  const { t } = useTranslation('explorer');
  return reason ? <p className="deprecated">{t('deprecated', { reason })}</p> : null;
}
