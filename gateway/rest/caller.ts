/** Who a request comes from, as its calls to /api say it. */
export interface Caller {
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** The client hints that came along, by header. */
  readonly clientHints?: Readonly<Record<string, string>>;
  /** W3C trace context as it came. */
  readonly traceContext?: Readonly<Record<string, string>>;
  /** The header as it came: `Bearer …`. */
  readonly authorization: string | undefined;
  readonly refreshToken: string | undefined;
  /** The secret name of a child's device, from its cookie. */
  readonly device?: string | undefined;
}

/** Where /api reads which device a child holds. */
export const deviceHeader = 'x-device';

/** Tells /api that the gateway renewed the token itself, so that its use is no sign that the client has it. */
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
  if (caller.device !== undefined) headers[deviceHeader] = caller.device;
  return headers;
}
