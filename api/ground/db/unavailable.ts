// SQLSTATEs and error codes of temporary failures: refused, reset, timed out, shutting down, or chosen as a deadlock's
// victim. A retry may succeed.
const away = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'S3_REFUSED'],
  ...['57P01', '57P02', '57P03', '57014', '53300', '08000', '08001', '08003', '08006', '25P03', '40001', '40P01'],
]);
const awayWords = /timeout exceeded when trying to connect|Connection terminated|is not queryable/;
// The codes of a full disk, from PostgreSQL and from our own system calls.
const diskFull = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether work failed because the database or the store could not be reached, refused it for now, or took too long. */
export function isUnreachable(error: unknown): boolean {
  return someCause(error, (cause) => away.has(codeOf(cause)) || awayWords.test(cause.message));
}

export function isDiskFull(error: unknown): boolean {
  return someCause(error, (cause) => diskFull.has(codeOf(cause)));
}

function someCause(error: unknown, test: (cause: Error) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (test(cause)) return true;
  return false;
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');
