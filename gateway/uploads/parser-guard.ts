import type { Request } from 'express';
import { RequestFault } from '#gateway/faults/request-fault.ts';

export interface GuardedForm {
  /** The values at the paths of the form's map, in the map's order. */
  readonly valuesOf: (operations: unknown) => unknown[];
}

/**
 * Guards the multipart library against two attacks: a path such as `toString.call`, which would overwrite built-in
 * functions, and a second error event without a listener, which would end the process.
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

// The library itself refuses invalid paths and invalid JSON.
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
