import type { Operation } from '#schema/rest/operation.ts';
import { acceptsNothing, shapeOf } from '#schema/rest/shapes.ts';
import { ApiProblem } from './problems.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Completes the body of an update with the stored values of the optional fields that it leaves out. So these fields
 * keep their values, and rules about several fields see them. Required fields stay required. The version in the body
 * turns a change between this read and the write into a 409.
 */
export async function keepLeftOut(
  operation: Operation,
  sent: unknown,
  stored: () => Promise<Values>,
): Promise<unknown> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const optional = Object.entries(shapeOf(operation.body)).filter(([, rule]) => acceptsNothing(rule));
  const leftOut = optional.map(([name]) => name).filter((name) => (sent as Values)[name] === undefined);
  if (leftOut.length === 0) return sent;
  const values = await orNothing(stored);
  const entries = leftOut.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]);
  return { ...sent, ...Object.fromEntries(entries) };
}

// A 404 of the lookup is ignored here: faults in the body are reported before the handler's 404.
const orNothing = (stored: () => Promise<Values>): Promise<Values> =>
  stored().catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 404) return {};
    throw error;
  });
