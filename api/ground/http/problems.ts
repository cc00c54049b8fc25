import type { FieldErrors, MessageKey, Problem } from '#schema/problem.ts';
import type { ProofDemand } from '#schema/rules/proof-work.ts';

const titles: Record<number, string> = {
  400: 'Bad Request.',
  401: 'You are not authorized to this function.',
  403: 'Forbidden',
  404: 'Record not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'The request is too large.',
  415: 'Unsupported media type',
  421: 'This is no host of ours.',
  429: 'Too many requests',
  500: 'An unexpected error occurred.',
  503: 'The service is unavailable for a moment.',
  507: 'There is no space left to save this.',
};

/** The English name of a status. */
export const problemTitle = (status: number): string => titles[status] ?? 'Problem';

export interface ProblemOptions {
  readonly status: number;
  readonly messageKey?: MessageKey;
  readonly messageValues?: Readonly<Record<string, string>>;
  /** English prose for people who read the API's answers; the web app goes by the key. */
  readonly detail?: string;
  readonly errors?: FieldErrors;
  /** The row that has the value already; only where the caller may see it. */
  readonly existingId?: string | undefined;
  /** The challenge of a sign-in that still needs a code. */
  readonly challenge?: string;
  /** The demand of a sign-in that needs a proof of work. */
  readonly proof?: ProofDemand;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer other than success, thrown by stores and routes and written as problem+json by the router. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #options: ProblemOptions;

  constructor(options: ProblemOptions) {
    super(options.detail ?? problemTitle(options.status));
    this.status = options.status;
    this.headers = options.headers ?? {};
    this.#options = options;
  }

  body(traceId: string, instance: string): Problem {
    const { status, messageKey, messageValues, detail, errors, existingId, challenge, proof } = this.#options;
    const title = problemTitle(status);
    const about = { type: 'about:blank', title, status, detail, instance, traceId };
    return { ...about, messageKey, messageValues, errors, existingId, challenge, proof };
  }
}

export const notFound = () => new ApiProblem({ status: 404, messageKey: 'messages.notFound' });

export const bookNotFound = () =>
  new ApiProblem({ status: 404, messageKey: 'messages.bookNotFound', detail: 'Book not found' });

export const methodNotAllowed = (methods: readonly string[]) =>
  new ApiProblem({ status: 405, messageKey: 'messages.methodNotAllowed', headers: { allow: methods.join(', ') } });

export const unsupportedMediaType = () => new ApiProblem({ status: 415, messageKey: 'messages.unsupportedMediaType' });

export const unauthorized = (messageKey: MessageKey = 'messages.unauthorized', detail?: string) =>
  new ApiProblem({ status: 401, messageKey, detail, headers: { 'www-authenticate': 'Bearer realm="manabook"' } });

export const forbidden = (messageKey: MessageKey = 'messages.forbidden', detail?: string) =>
  new ApiProblem({ status: 403, messageKey, detail });

export const invalid = (errors: FieldErrors) =>
  new ApiProblem({ status: 400, messageKey: 'messages.validationFailed', detail: 'Validation failed', errors });

/** A clash with what is stored, with `existingId` if the caller may see it; with a field, the form shows the key there. */
export const conflict = (messageKey: MessageKey, detail: string, field?: string, existingId?: string) =>
  new ApiProblem({
    status: 409,
    messageKey,
    detail,
    errors: field === undefined ? undefined : { [field]: [messageKey] },
    existingId,
  });

/** 409 for an id of the school's own system that another row of the kind has. */
export const externalIdExists = (existingId?: string) =>
  conflict('messages.externalIdExists', 'Another one has this external ID.', 'externalId', existingId);

const retryAfter = (seconds: number) => ({ 'retry-after': String(Math.max(1, Math.ceil(seconds))) });

export const tooManyRequests = (retryAfterSeconds: number, messageKey: MessageKey = 'messages.tooManyRequests') =>
  new ApiProblem({ status: 429, messageKey, headers: retryAfter(retryAfterSeconds) });

/** 429 for a sign-in that may be repeated with a proof of work, or without one after the given time. */
export const proofNeeded = (retryAfterSeconds: number, proof: ProofDemand) =>
  new ApiProblem({
    status: 429,
    messageKey: 'messages.proofNeeded',
    detail: 'Too many wrong sign-ins. Send a proof of work along.',
    proof,
    headers: retryAfter(retryAfterSeconds),
  });

export const unavailable = () =>
  new ApiProblem({ status: 503, messageKey: 'messages.serviceUnavailable', headers: { 'retry-after': '2' } });
