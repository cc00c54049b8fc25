import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Several handlers as one: a router asks each of its layers for a match, which costs more than most of them do. */
export function inTurn(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    carryOut(handlers, 0, { request, response, next });
  };
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly next: NextFunction;
}

function carryOut(handlers: readonly RequestHandler[], at: number, exchange: Exchange): void {
  const { request, response, next } = exchange;
  const handler = handlers[at];
  if (!handler) {
    next();
    return;
  }
  const onward: NextFunction = (error?: unknown) => {
    if (error === undefined) carryOut(handlers, at + 1, exchange);
    else next(error);
  };
  try {
    const outcome: unknown = handler(request, response, onward);
    if (outcome instanceof Promise) outcome.catch(next);
  } catch (error) {
    next(error);
  }
}
