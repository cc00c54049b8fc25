/** Why a microphone or a camera cannot be opened; each reason has its own text with one next step. */
export type DeviceTrouble = 'unsupported' | 'refused' | 'missing' | 'busy';

/** Maps the browser's error to the reason. */
export function troubleOf(error: unknown): DeviceTrouble {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotSupportedError' || name === 'TypeError' ? 'unsupported' : 'busy';
}
