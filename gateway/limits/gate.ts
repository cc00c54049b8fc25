import type { ApolloServerPlugin, GraphQLRequest } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '#gateway/context.ts';
import { persistedText } from '#gateway/persisted/manifest.ts';
import type { RestClient } from '#gateway/rest/client.ts';
import type { Settings } from '#gateway/settings.ts';
import type { Allowance } from '#schema/rest/admission.ts';
import { admission } from '#schema/rest/admission.ts';
import { z } from 'zod';
import { answerOf } from './gate-answer.ts';
import { appUpdated, signInFirst, tooDear } from './gate-refusals.ts';
import { createReader } from './written-operations.ts';
import type { ReadOperation } from './written-operations.ts';

export interface GateOptions {
  readonly schema: GraphQLSchema;
  readonly settings: Pick<Settings, 'freeOperations' | 'operationCostMaximum'>;
}

/** What came of asking for an operation; without a refusal it goes on. */
export interface Verdict {
  readonly refusal?: unknown;
  /** Whether its sender may know the schema. */
  readonly trusted: boolean;
  /** In points; absent for whoever may not know it. */
  readonly cost?: number;
  /** Of an API key. */
  readonly allowance?: Allowance | null;
}

interface Visit {
  readonly written: ReturnType<ReadOperation>;
  readonly request: GraphQLRequest;
  readonly client: RestClient;
}

/**
 * Lets the web app's own operations in by their hashes, and what people wrote themselves when it is signed-in staff, an
 * API key, or only asks for what is open to anyone; for that it asks /api once, before anything is validated. Nobody else learns of
 * the schema, by its errors or by its costs.
 */
export function gate({ schema, settings }: GateOptions): ApolloServerPlugin<Context> {
  const read = createReader(schema);
  const maximum = settings.operationCostMaximum;

  async function judge({ written, request, client }: Visit): Promise<Verdict> {
    const everyone = settings.freeOperations === 'everyone';
    // Said before Apollo reads it all again.
    if (written instanceof GraphQLError) return { trusted: false, refusal: written };
    if (!written || written.onlySignsIn) return { trusted: everyone };
    const authorization = request.http?.headers.get('authorization');
    if (!everyone && authorization === undefined)
      return { trusted: false, refusal: written.onlyOpen ? undefined : signInFirst() };
    const cost = written.costOf(request.operationName, request.variables ?? {});
    const refusal = cost > maximum ? tooDear(cost, maximum) : undefined;
    if (everyone && (refusal || !isApiKey(authorization))) return { trusted: true, cost, refusal };
    try {
      const { allowance } = await client.call(admission, { body: { cost: refusal ? 0 : cost } });
      return { trusted: true, cost, allowance, refusal };
    } catch (error) {
      // A child's token admits no staff; the calls behind these fields judge it by themselves.
      const open = written.onlyOpen && !refusal && isNotStaff(error);
      return { trusted: false, refusal: open ? undefined : error };
    }
  }

  return {
    async requestDidStart({ request, contextValue: { client } }) {
      if (!request.query) return byHash(request);
      // Nobody's text is kept under a hash, so a hash beside it says nothing.
      request.extensions = undefined;
      const verdict = await judge({ written: read(request.query), request, client });
      if (verdict.refusal !== undefined) dismiss(request);
      return answerOf(verdict, maximum);
    },
  };

  function byHash(request: GraphQLRequest) {
    const named = byHashAlone.safeParse(request.extensions);
    // What is missing is Apollo's to say.
    if (!named.success) return undefined;
    request.extensions = undefined;
    request.query = persistedText(named.data.persistedQuery.sha256Hash);
    return request.query === undefined ? answerOf({ trusted: false, refusal: appUpdated() }, maximum) : undefined;
  }
}

const byHashAlone = z.object({ persistedQuery: z.object({ sha256Hash: z.string() }) });

const isNotStaff = (error: unknown): boolean =>
  error instanceof GraphQLError && (error.extensions.status === 401 || error.extensions.status === 403);

const isApiKey = (authorization: string | undefined): boolean => /^bearer mbk_/i.test(authorization ?? '');

/** Apollo lets no plugin refuse before it validates; an operation without a text it ends by itself. */
function dismiss(request: GraphQLRequest): void {
  request.query = undefined;
}
