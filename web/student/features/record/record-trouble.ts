import { troubleOf, type DeviceTrouble } from '#web/student/platform/device/device-trouble.ts';

/** Why nothing can be recorded. `unloaded`: a part of the recorder did not load: no network, or a newer build. */
export type RecordTrouble = DeviceTrouble | 'unloaded';

/** The audio worklet (`sample-tap.ts`) did not load. */
export class TapUnloaded extends Error {
  constructor(cause?: unknown) {
    super('The audio worklet did not load', { cause });
  }
}

export const recordTroubleOf = (error: unknown): RecordTrouble =>
  error instanceof TapUnloaded ? 'unloaded' : troubleOf(error);
