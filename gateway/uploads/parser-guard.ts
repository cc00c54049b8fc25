import type { Request } from 'express';
import { RequestFault } from '#gateway/faults/request-fault.ts';

export interface GuardedForm {
  /** What stands where the form's map points, in its order. */
  readonly valuesOf: (operations: unknown) => unknown[];
}

/**
 * Keeps the multipart library from two things a request could make it do: walk a path such as `toString.call` into the
 * language's own functions and overwrite them, and end the process by a second error that nobody listens for.
 */
export function guardParser(request: Request): GuardedForm {
  let paths: readonly string[] = [];
  const pipe = request.pipe.bind(request);
  request.pipe = (parser, options) => {
    const emit = parser.emit.bind(parser);
    let operations: unknown;
    parser.on('error', () => undefined);
    parser.emit = (event, ...values: unknown[]) => {
      const [name, text] = values;
      if (event === 'field' && name === 'operations') operations = parsed(text);
      if (event === 'field' && name === 'map') {
        paths = pathsOf(parsed(text));
        if (!paths.every((path) => valueAt(operations, path) === null))
          return emit('error', new RequestFault("Every path of 'map' must lead to a null in 'operations'."));
      }
      return emit(event, ...values);
    };
    return pipe(parser, options);
  };
  return { valuesOf: (operations) => paths.map((path) => valueAt(operations, path)) };
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

// What is no path is for the library to refuse, like text that is no JSON.
function pathsOf(map: unknown): string[] {
  if (typeof map !== 'object' || map === null) return [];
  return Object.values(map)
    .flat()
    .filter((path) => typeof path === 'string');
}

function valueAt(from: unknown, path: string): unknown {
  let value = from;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
