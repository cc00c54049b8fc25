/** The refusal of a status: GraphQL's code, the key of the message, and English words for a reader of the answer. */
export interface Refusal {
  readonly code: string;
  readonly messageKey: string;
  readonly message: string;
}

export const unexpected: Refusal = {
  code: 'INTERNAL_SERVER_ERROR',
  messageKey: 'messages.internalError',
  message: 'An unexpected error occurred.',
};

const badRequest: Refusal = {
  code: 'BAD_USER_INPUT',
  messageKey: 'messages.badRequest',
  message: 'Bad Request.',
};

const refusals: Readonly<Record<number, Refusal>> = {
  400: badRequest,
  401: {
    code: 'UNAUTHENTICATED',
    messageKey: 'messages.unauthorized',
    message: 'You are not authorized to this function.',
  },
  403: { code: 'FORBIDDEN', messageKey: 'messages.forbidden', message: 'Forbidden' },
  404: { code: 'NOT_FOUND', messageKey: 'messages.notFound', message: 'Record not found' },
  405: { code: 'BAD_USER_INPUT', messageKey: 'messages.methodNotAllowed', message: 'Method not allowed' },
  408: { code: 'REQUEST_TIMEOUT', messageKey: 'messages.badRequest', message: 'The request took too long to arrive.' },
  409: { code: 'CONFLICT', messageKey: 'messages.checkAndResubmit', message: 'Please check and resubmit.' },
  413: { code: 'PAYLOAD_TOO_LARGE', messageKey: 'messages.fileTooLarge', message: 'The request is too large.' },
  415: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    messageKey: 'messages.unsupportedMediaType',
    message: 'Unsupported media type',
  },
  416: { code: 'BAD_USER_INPUT', messageKey: 'messages.badRequest', message: 'Range not satisfiable' },
  421: { code: 'BAD_USER_INPUT', messageKey: 'messages.badRequest', message: 'This is no host of ours.' },
  429: { code: 'RATE_LIMITED', messageKey: 'messages.tooManyRequests', message: 'Too many requests' },
  // A server answers this for headers that are too long, such as a long token.
  431: badRequest,
  500: unexpected,
  502: {
    code: 'BAD_GATEWAY',
    messageKey: 'messages.internalError',
    message: 'The service gave no readable answer.',
  },
  503: {
    code: 'SERVICE_UNAVAILABLE',
    messageKey: 'messages.serviceUnavailable',
    message: 'The service is unavailable for a moment.',
  },
  504: {
    code: 'UPSTREAM_TIMEOUT',
    messageKey: 'messages.upstreamTimeout',
    message: 'The service took too long to answer.',
  },
  // A code like any other failure's, but with words: people can do something about it.
  507: {
    code: unexpected.code,
    messageKey: 'messages.storageFull',
    message: 'There is no space left to save this.',
  },
};

/** The code of a 429 that a proof of work passes. */
export const proofRequired = 'PROOF_REQUIRED';

/** The codes of what a caller can do something about: another value, another account, later. The others are faults of ours. */
export const userErrorCodes: readonly string[] = [
  ...[400, 401, 403, 404, 409, 413, 415, 429].flatMap((status) => refusals[status]?.code ?? []),
  proofRequired,
];

/** The refusal for a status; undefined for a status that no client sees. */
export function refusalOf(status: number): Refusal | undefined {
  return refusals[status];
}
