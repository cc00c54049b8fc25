import { z } from 'zod';
import type { Operation } from '#schema/rest/operation.ts';
import { shapeOf } from '#schema/rest/shapes.ts';
import { createFieldFinder, rowShape } from './plan.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether a list can be read by cursor beside by number: it takes `After`, and answers the cursors of its items then. */
export const isConnection = ({ query, response }: Operation): boolean =>
  query !== undefined && 'After' in query.shape && 'cursors' in shapeOf(response);

/** Whether a selection has fields that /api answers only with cursors. */
export const asksForCursors = createFieldFinder(['edges', 'pageInfo']);

const pageInfo = z.object({
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
  startCursor: z.string().nullable(),
  endCursor: z.string().nullable(),
});

/** The declaration of a connection as `asConnection` makes it, so that the rows below its edges are completed too. */
export function connectionAnswer({ response }: Operation): z.ZodObject {
  const { cursors: _cursors, endCursor: _end, hasNextPage: _next, ...page } = shapeOf(response);
  const node = z.object(rowShape(page['items']));
  return z.object({ ...page, edges: z.array(z.object({ cursor: z.string(), node })), pageInfo });
}

/** The answer of /api to a request with cursors. */
const answered = z.object({
  items: z.array(z.unknown()),
  cursors: z.array(z.string()),
  endCursor: z.string().nullable(),
  hasNextPage: z.boolean(),
  pageNumber: z.number(),
});

/** A page with its edges, as Relay's connections have them. */
export function asConnection(page: unknown, after: unknown): Values {
  const { items, cursors, endCursor, hasNextPage, pageNumber } = answered.parse(page);
  const hasPreviousPage = pageNumber > 1 || Boolean(after);
  return {
    ...(page as Values),
    edges: items.map((node, at) => ({ cursor: cursors[at], node })),
    pageInfo: { hasNextPage, hasPreviousPage, startCursor: cursors[0] ?? null, endCursor },
  };
}
