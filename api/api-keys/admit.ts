import type { StaffCaller } from '#api/http/caller.ts';
import { invalid } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import type { admission } from '#schema/rest/admission.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import { createSpending } from './spending.ts';

type Admission = ResponseOf<typeof admission>;

/** Says who an operation of this cost is for, and charges an API key for it. */
export function createAdmit({ pool, settings }: Pick<Services, 'pool' | 'settings'>) {
  const perMinute = settings.apiKeyCostPerMinute;
  const spend = createSpending(pool, { name: 'api-key-cost', perMinute });

  return async ({ apiKey }: StaffCaller, cost: number): Promise<Admission> => {
    if (apiKey === undefined) return { kind: 'staff', allowance: null };
    // To wait would not help.
    if (cost > perMinute) throw invalid({ cost: ['messages.operationTooDear'] });
    // Nothing is free: an operation that reads nothing has been asked all the same.
    return { kind: 'apiKey', allowance: await spend(apiKey.id, Math.max(1, cost)) };
  };
}
