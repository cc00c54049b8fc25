import { BaseSequencer, type TestSpecification } from 'vitest/node';

const long = [/\/tests\/api\/naughty\//, /\/tests\/browser\//, /\/tests\/faults\//, /qr-export-size/];

/** Begins with what takes longest, so that no worker is left alone with it at the end; a fresh checkout knows no times. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = long.findIndex((pattern) => pattern.test(moduleId));
      return found < 0 ? long.length : found;
    };
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
