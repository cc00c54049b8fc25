import { deviceHeader, newDevice } from '#schema/rest/headers.ts';

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
  /** The value of the device's cookie. */
  readonly device?: string | undefined;
}

/** The cookie's form as a regular expression: an id with /api's signature, or an older id without one. */
export const deviceForm = String.raw`[\w-]{22,64}(?:\.[\w-]{43})?`;

const wholeDevice = new RegExp(`^${deviceForm}$`);

/** Whether a text has the form of the cookie's value. */
export const isDevice = (text: unknown): text is string => typeof text === 'string' && wholeDevice.test(text);

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
