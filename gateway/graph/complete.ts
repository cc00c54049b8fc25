import type { Entities, Row } from './entities.ts';
import type { Plan } from './plan.ts';
import { valueIn } from './subjects.ts';

/**
 * An answer of /api with the fields that a plan says are missing. The rows of one entity are read together, however many
 * places ask for them. A field that cannot be read is its error, which execution reports at the field's path.
 */
export async function complete(plan: Plan, value: unknown, entities: Entities): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((each) => complete(plan, each, entities)));
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  const row = value as Row;
  const [inside, missing] = await Promise.all([insideOf(plan, row, entities), missingOf(plan, row, entities)]);
  return { ...row, ...inside, ...missing };
}

async function insideOf({ type, inside }: Plan, row: Row, entities: Entities): Promise<Row> {
  const fields = inside.map(
    async ({ name, plan }) => [name, await complete(plan, valueIn(row, type, name), entities)] as const,
  );
  return Object.fromEntries(await Promise.all(fields));
}

async function missingOf({ type, missing }: Plan, row: Row, entities: Entities): Promise<Row> {
  if (missing.length === 0) return {};
  const whole = await entities.read(type, String(row['id'])).catch(asError);
  if (whole instanceof Error) return Object.fromEntries(missing.map(({ name }) => [name, whole] as const));
  const fields = missing.map(
    async ({ name, plan }) => [name, plan ? await complete(plan, whole[name], entities) : whole[name]] as const,
  );
  return Object.fromEntries(await Promise.all(fields));
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error('No row', { cause: error }));
