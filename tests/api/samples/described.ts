import { z } from 'zod';
import { type Meaning, meanings } from '#schema/rest/meanings.ts';
import type { Operation } from '#schema/rest/operation.ts';

/** A declaration as a JSON schema, with what its values mean. */
export interface Described extends Meaning {
  readonly type?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

const known = new WeakMap<z.ZodType, Partial<Record<'input' | 'output', Described>>>();

/** `input` is what callers send, `output` what they are answered. A schema is described once: tests ask by the thousand. */
export function describe(schema: z.ZodType, io: 'input' | 'output' = 'input'): Described {
  const both = known.get(schema) ?? {};
  known.set(schema, both);
  return (both[io] ??= z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: meanings }) as Described);
}

/** What a value is when it is there. */
export function present(described: Described): Described {
  const { anyOf, ...rest } = described;
  const way = anyOf?.find(({ type }) => type !== 'null');
  return way ? { ...present(way), ...rest } : described;
}

export type Part = 'params' | 'query' | 'body' | 'fields';
export const parts: readonly Part[] = ['params', 'query', 'body', 'fields'];

/** The schema of one part of a call. */
export const schemaOf = ({ form, ...operation }: Operation, part: Part): z.ZodType | undefined =>
  part === 'fields' ? form?.fields : operation[part];
