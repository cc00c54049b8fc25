/** The headers of our own between gateway and /api. */

/**
 * The header in which the gateway names a browser's device to /api (`newDevice`: none yet), and in which /api answers the
 * new value of the device's cookie.
 */
export const deviceHeader = 'x-device';

/** The name of a browser without a cookie: /api creates a device for it when an operation remembers devices. */
export const newDevice = 'new';

/**
 * The header with which the gateway marks a token that it refreshed itself: a use of the token then does not prove that
 * the client has it. Its value is `1`; /api reads only whether it is there.
 */
export const unconfirmedHeader = 'x-unconfirmed-token';

/** The form of an `x-request-id` that gateway and /api take over from the caller; for any other they make an id. */
export const wellFormedRequestId = /^[\w-]{8,64}$/;
