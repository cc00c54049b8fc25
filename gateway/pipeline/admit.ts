import type { ApolloServerPlugin, GraphQLRequest, GraphQLRequestListener } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError } from 'graphql';
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { Context } from '#gateway/context.ts';
import { isForClient, maskError } from '#gateway/graphql/errors.ts';
import { createReader } from '#gateway/limits/free-form.ts';
import type { ReadFreeForm } from '#gateway/limits/free-form.ts';
import { limitOf } from '#gateway/limits/operation-limits.ts';
import type { RestClient } from '#gateway/rest/client.ts';
import { refusal } from '#gateway/rest/errors.ts';
import type { Settings } from '#gateway/settings.ts';
import type { Allowance } from '#schema/rest/admission.ts';
import { admission } from '#schema/rest/admission.ts';
import { z } from 'zod';
import { persistedText } from './operation.ts';

export interface AdmissionOptions {
  readonly schema: GraphQLSchema;
  readonly settings: Pick<Settings, 'freeOperations' | 'operationCostMaximum'>;
}

/** The outcome of admission: the operation is admitted unless there is a refusal. */
interface Decision {
  readonly refusal?: unknown;
  /** Whether the client may know the schema. */
  readonly mayKnowSchema: boolean;
  /** In points; undefined for a client that may not know it. */
  readonly cost?: number;
  /** The cost and call allowance of an API key. */
  readonly allowance?: Allowance | null;
}

interface FreeFormRequest {
  readonly freeForm: ReturnType<ReadFreeForm>;
  readonly request: GraphQLRequest;
  readonly client: RestClient;
}

/**
 * Admits persisted operations by their hashes. Admits a free-form operation from signed-in staff or an API key, or one
 * that holds only what is open to anyone. Admission asks /api once, before validation. No other client learns anything
 * of the schema, neither from errors nor from costs.
 */
export function admissionPlugin({ schema, settings }: AdmissionOptions): ApolloServerPlugin<Context> {
  const read = createReader(schema);
  const maximum = settings.operationCostMaximum;

  async function decide({ freeForm, request, client }: FreeFormRequest): Promise<Decision> {
    const everyone = settings.freeOperations === 'everyone';
    // A limit was exceeded while the text was parsed; Apollo Server would parse the text again.
    if (freeForm instanceof GraphQLError) return { mayKnowSchema: false, refusal: freeForm };
    if (!freeForm || freeForm.onlySignsIn) return { mayKnowSchema: everyone };
    const authorization = request.http?.headers.get('authorization');
    if (!everyone && authorization === undefined)
      return { mayKnowSchema: false, refusal: freeForm.onlyOpen ? undefined : notSignedIn() };
    const cost = freeForm.costOf(request.operationName, request.variables ?? {});
    const refusal = cost > maximum ? costExceeded(cost, maximum) : undefined;
    if (everyone && (refusal || !isApiKey(authorization))) return { mayKnowSchema: true, cost, refusal };
    try {
      const { allowance } = await client.call(admission, { body: { cost: refusal ? 0 : cost } });
      return { mayKnowSchema: true, cost, allowance, refusal };
    } catch (error) {
      // A child's token is no staff sign-in. The calls behind open fields check the token themselves.
      const isOpen = freeForm.onlyOpen && !refusal && isNotStaff(error);
      return { mayKnowSchema: false, refusal: isOpen ? undefined : error };
    }
  }

  function admitByHash(request: GraphQLRequest): GraphQLRequestListener<Context> | undefined {
    const byHash = hashAlone.safeParse(request.extensions);
    request.extensions = undefined;
    // Apollo Server refuses a request that has neither text nor hash. With a malformed hash it would answer 200.
    if (!byHash.success) return undefined;
    request.query = persistedText(byHash.data.persistedQuery.sha256Hash);
    return request.query === undefined
      ? listener({ mayKnowSchema: false, refusal: unknownHash() }, maximum)
      : undefined;
  }

  return {
    async requestDidStart({ request, contextValue: { client } }) {
      if (!request.query) return admitByHash(request);
      // The gateway stores no client's text under a hash, so a hash beside a text is ignored.
      request.extensions = undefined;
      const decision = await decide({ freeForm: read(request.query), request, client });
      // A plugin cannot refuse before validation, but Apollo Server ends a request that has no text.
      if (decision.refusal !== undefined) request.query = undefined;
      return listener(decision, maximum);
    },
  };
}

const hashAlone = z.object({ persistedQuery: z.object({ sha256Hash: z.string() }) });

const isNotStaff = (error: unknown): boolean =>
  error instanceof GraphQLError && (error.extensions.status === 401 || error.extensions.status === 403);

const isApiKey = (authorization: string | undefined): boolean => /^bearer mbk_/i.test(authorization ?? '');

/**
 * Writes a decision into the answer: the refusal with its status, the cost, or validation errors without the schema.
 */
function listener({ refusal, mayKnowSchema, cost, allowance }: Decision, maximum: number) {
  const writing: GraphQLRequestListener<Context> = {
    async willSendResponse({ response: { body, http }, logger, contextValue: { requestId } }) {
      if (body.kind !== 'single') return;
      const result = body.singleResult;
      if (refusal !== undefined) {
        if (!isForClient(refusal)) logger.error({ err: refusal, requestId, msg: 'masked error' });
        const error = formatted(refusal);
        const { status, retryAfter } = error.extensions ?? {};
        result.errors = [error];
        http.status = Number(status);
        if (typeof retryAfter === 'number') http.headers.set('retry-after', String(retryAfter));
      } else if (!mayKnowSchema) result.errors = result.errors?.map(withoutSchema);
      if (cost !== undefined)
        result.extensions = { ...result.extensions, cost: { requested: cost, maximum, ...allowance } };
    },
  };
  return writing;
}

function formatted(refusal: unknown): GraphQLFormattedError {
  const error = refusal instanceof GraphQLError ? refusal : new GraphQLError('');
  return maskError(error.toJSON(), error);
}

const notValid = 'The operation is not valid.';

/** Removes the names of types and fields from a gateway's error, for clients who may not know the schema. */
function withoutSchema(error: GraphQLFormattedError): GraphQLFormattedError {
  const { message, extensions = {} } = error;
  // The message of a wrong variable names types, members of enumerations and the field that was probably meant.
  if (message.startsWith('Variable "$')) return { message: notValid, extensions };
  const isValidation = extensions.code === ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED;
  if (!isValidation || limitOf({ message, extensions }) !== undefined) return error;
  const { code, status, messageKey } = extensions;
  return { message: notValid, extensions: { code, status, messageKey } };
}

/** Refuses a free-form operation or the SDL for a client who is not signed in. */
export const notSignedIn = (): GraphQLError => refusal(401);

/** Refuses an unknown hash: the page is older or newer than the server's build. */
const unknownHash = (): GraphQLError =>
  refusal(400, {
    message: 'This operation is not known here. Load the page anew, or send the text.',
    extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', messageKey: 'messages.appUpdated' },
  });

const costExceeded = (cost: number, maximum: number): GraphQLError =>
  refusal(400, {
    message: `This operation costs ${cost} points and may cost ${maximum}. Ask for fewer rows, or for less of each.`,
    extensions: { limit: 'cost' },
  });
