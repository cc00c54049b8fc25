import { buildSchema } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import type { Caller } from '#web/explorer/access/caller.ts';
import { fetchAs } from '#web/explorer/access/caller.ts';

/** The schema for the current caller; `refused` for callers who must sign in first. */
export type SchemaState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly schema: GraphQLSchema; readonly text: string };

const access = z.object({ freeOperations: z.enum(['staff', 'everyone']) });

async function isOpen(signal: AbortSignal): Promise<boolean> {
  const response = await fetch('/graphql/access', { signal });
  return access.parse(await response.json()).freeOperations === 'everyone';
}

async function load(apiKey: string, caller: Caller['kind'], signal: AbortSignal): Promise<SchemaState> {
  if (caller === 'nobody' && !(await isOpen(signal))) return { kind: 'refused' };
  const response = await fetchAs(apiKey, '/schema.graphql', { cache: 'no-cache', signal });
  if (response.status === 401 || response.status === 403) return { kind: 'refused' };
  if (!response.ok) return { kind: 'failed' };
  const text = await response.text();
  return { kind: 'ready', schema: buildSchema(text, { assumeValid: true }), text };
}

/** Reads `/schema.graphql` again whenever the caller changes. */
export function useSchema(apiKey: string, { kind, name }: Caller): SchemaState {
  const [state, setState] = useState<SchemaState>({ kind: 'loading' });
  useEffect(() => {
    const controller = new AbortController();
    load(apiKey, kind, controller.signal)
      .catch((): SchemaState => ({ kind: 'failed' }))
      .then((found) => {
        if (!controller.signal.aborted) setState(found);
      }, console.error);
    return () => controller.abort();
  }, [apiKey, kind, name]);
  return state;
}
