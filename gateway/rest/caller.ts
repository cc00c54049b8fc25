/** The sender of a request, as the headers of its calls to /api describe them. */
export interface Caller {
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** The client hints of the request, by header. */
  readonly clientHints?: Readonly<Record<string, string>>;
  /** The W3C trace context of the request. */
  readonly traceContext?: Readonly<Record<string, string>>;
  /** The Authorization header: `Bearer …`. */
  readonly authorization: string | undefined;
  readonly refreshToken: string | undefined;
  /** What the cookie of the device holds. */
  readonly device?: string | undefined;
}

/** The header that names a child's device to /api. */
export const deviceHeader = 'x-device';

/** What the cookie of a device holds, as a regular expression: an id with /api's signature, or an older one without. */
export const deviceForm = String.raw`[\w-]{22,64}(?:\.[\w-]{43})?`;

const wholeDevice = new RegExp(`^${deviceForm}$`);

/** Whether a text can be what the cookie holds. */
export const isDevice = (text: unknown): text is string => typeof text === 'string' && wholeDevice.test(text);

/** What a browser without a cookie is called: /api makes a device where an operation remembers it. */
const newDevice = 'new';

/**
 * Tells /api that the gateway refreshed the token itself, so a use of the token does not prove that the client has it.
 */
export const unconfirmedHeader = 'x-unconfirmed-token';

/** The headers that every call to /api carries for its caller. */
export function callerHeaders(caller: Caller): Record<string, string> {
  const headers: Record<string, string> = {
    ...caller.clientHints,
    ...caller.traceContext,
    accept: 'application/json',
    'x-request-id': caller.requestId,
    'x-forwarded-for': caller.address,
  };
  if (caller.userAgent !== undefined) headers['user-agent'] = caller.userAgent;
  headers[deviceHeader] = caller.device ?? newDevice;
  return headers;
}
