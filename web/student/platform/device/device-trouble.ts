/** Why a microphone or a camera cannot be had; each has its own words and its one next step. */
export type DeviceTrouble = 'unsupported' | 'refused' | 'missing' | 'busy';

/** What went wrong, by the error that the browser gave. */
export function troubleOf(error: unknown): DeviceTrouble {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotSupportedError' || name === 'TypeError' ? 'unsupported' : 'busy';
}
