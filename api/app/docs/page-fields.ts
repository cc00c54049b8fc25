import { html, type Markup, prose } from './html.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Parameter } from './parameters.ts';

interface Row {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
}

const deepest = 4;

/** The parameters of an operation as rows of a table. */
export const parameterRows = (parameters: readonly Parameter[]): Row[] =>
  parameters.map(({ in: place, ...rest }) => ({
    ...rest,
    place,
    description: [wordsOf(rest.schema), rest.description].filter(Boolean).join(' '),
  }));

/** The fields of a body or a form, inner ones by their path: `textBook.name`, `items[].id`. */
export function fieldRows(schema: JsonSchema, place: string, path = '', depth = 0): Row[] {
  if (depth > deepest) return [];
  const inner = plain(schema);
  if (inner.items) return fieldRows(inner.items, place, `${path}[]`, depth + 1);
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const description = wordsOf(field);
    const row = { name: own, place, required: inner.required?.includes(name) ?? false, schema: field };
    return [{ ...row, ...(description && { description }) }, ...fieldRows(field, place, own, depth + 1)];
  });
}

// The description of a field or of its items.
const wordsOf = (schema: JsonSchema): string | undefined =>
  schema.description ?? plain(schema).description ?? schema.items?.description;

// The schema of a nullable field's value.
function plain(schema: JsonSchema): JsonSchema {
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  return choices[0] ?? schema;
}

interface Named {
  /** The operation. */
  readonly of: string;
  readonly caption: string;
}

/** A table of fields; undefined when there are none. */
export function fieldTable({ of, caption }: Named, rows: readonly Row[]): Markup | undefined {
  if (rows.length === 0) return undefined;
  const withPlace = rows.some(({ place }) => place !== '');
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${of}: ${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          ${withPlace && html`<th scope="col">In</th>`}
          <th scope="col">Needed</th>
          <th scope="col">Kind and limits</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, place, required, schema, description }) =>
            html`<tr>
              <th scope="row"><code>${name}</code></th>
              ${withPlace && html`<td>${place}</td>`}
              <td>${required ? 'yes' : 'no'}</td>
              <td>
                ${kindOf(schema)}${description !== undefined && description !== '' && html`<br />${prose(description)}`}
              </td>
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The type of a value in words: `text of 1 to 200 characters`, `whole number, 1 to 100, 20 unless given`. */
export function kindOf(schema: JsonSchema): Markup {
  const choices = schema.anyOf ?? schema.oneOf;
  const nullable =
    choices?.some(({ type }) => type === 'null') ?? (Array.isArray(schema.type) && schema.type.includes('null'));
  const usual = schema.default === undefined ? '' : `, ${JSON.stringify(schema.default)} unless given`;
  return html`${baseKind(plain(schema))}${nullable && ' or null'}${usual}`;
}

function baseKind(schema: JsonSchema): Markup {
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return html`one of ${schema.enum.map((value, index) => html`${index > 0 && ', '}<code>${String(value)}</code>`)}`;
  if (schema.items)
    return html`list of ${kindOf(schema.items)}${between(schema.minItems, schema.maxItems, ' of them')}`;
  const [type = 'object'] = [schema.type ?? 'object'].flat().filter((one) => one !== 'null');
  if (schema.format === 'binary') return html`file`;
  if (type === 'string') return stringKind(schema);
  if (type === 'integer' || type === 'number')
    return html`${type === 'integer' ? 'whole number' : 'number'}${between(schema.minimum, schema.maximum, '')}`;
  return html`${type === 'boolean' ? 'true or false' : 'object'}`;
}

function stringKind({ format, pattern, minLength, maxLength }: JsonSchema): Markup {
  const formats: Readonly<Record<string, string>> = {
    uuid: 'UUID',
    date: 'day',
    'date-time': 'instant',
    uri: 'address',
  };
  const form = pattern !== undefined && html`, as <code>${pattern}</code>`;
  return html`${formats[format ?? ''] ?? 'text'}${between(minLength, maxLength, ' characters')}${form}`;
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === 1 && most === undefined && unit !== '') return ', not empty';
  if (most !== undefined)
    return `, ${least === undefined ? 'at most' : `${least.toLocaleString('en')} to`} ${most.toLocaleString('en')}${unit}`;
  return least === undefined ? '' : `, at least ${least.toLocaleString('en')}${unit}`;
}
