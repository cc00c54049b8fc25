import type { Request } from 'express';

// In the words of Apollo Server, and in its order.
const types = ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'];

// Few clients ask in few ways; whoever writes ever new ones is not remembered.
const mostRemembered = 100;
const longestRemembered = 300;
const chosen = new Map<string, string | undefined>();

/** The type that a client of GraphQL takes its answer in; undefined when it takes none of ours. */
export function answerType(request: Request): string | undefined {
  const { accept } = request.headers;
  if (accept === undefined || accept === '') return types[0];
  if (chosen.has(accept)) return chosen.get(accept);
  const type = request.accepts(types) || undefined;
  if (chosen.size < mostRemembered && accept.length <= longestRemembered) chosen.set(accept, type);
  return type;
}
