/**
 * An address of documentation (TEST-NET-1, RFC 5737), which no visitor has. The doctor sends it in X-Forwarded-For as a
 * visitor could, to learn whether the gateway believes visitors.
 */
export const inventedAddress = '192.0.2.254';
