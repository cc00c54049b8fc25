/** A problem that the person at the terminal can fix; the message says everything needed. */
export class LaunchProblem extends Error {
  name = 'LaunchProblem';
}

const EXPECTED = ['LaunchProblem', 'EmbeddedPostgresError', 'FolderProblem'];

/** Explains a failure: the message of an expected problem, the stack of an unexpected error. */
export function explain(error) {
  if (!(error instanceof Error)) return String(error);
  if (EXPECTED.includes(error.name)) return error.message;
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    return `${error.message}\nThis user cannot write there. If another user started Manabook before, start it as that user, or give this user the folders.`;
  }
  if (error.code === 'ENOSPC') return `${error.message}\nThe disk is full.`;
  return error.stack ?? error.message;
}
