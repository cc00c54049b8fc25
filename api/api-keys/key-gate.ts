import { ApiProblem } from '#api/http/problems.ts';
import type { KeyGate } from '#api/http/router.ts';
import type { Services } from '#api/services.ts';
import { scopeOf } from '#schema/api-key-scopes.ts';
import { admission } from '#schema/rest/admission.ts';
import { createSpending } from './spending.ts';

/**
 * What every call with an API key passes. Calls are counted apart from the cost of GraphQL operations: no operation that
 * was admitted is stopped half-way by the calls it causes, of which there are never more than it costs.
 */
export function createKeyGate({ pool, settings }: Pick<Services, 'pool' | 'settings'>): KeyGate {
  const spend = createSpending(pool, { name: 'api-key-calls', perMinute: settings.apiKeyCostPerMinute });

  return async ({ id, scopes }, operation) => {
    // Charged for by its cost.
    if (operation.name !== admission.name) await spend(id, 1);
    const scope = scopeOf(operation);
    if (scope === 'never') throw notForKeys();
    if (scope !== 'none' && !scopes.includes(scope)) throw scopeMissing(scope);
  };
}

const notForKeys = () =>
  new ApiProblem({
    status: 403,
    messageKey: 'messages.apiKeyNotHere',
    detail: 'This cannot be done with an API key, whatever its scopes.',
  });

const scopeMissing = (scope: string) =>
  new ApiProblem({
    status: 403,
    messageKey: 'messages.apiKeyScopeMissing',
    messageValues: { scope },
    detail: `This API key lacks the scope ${scope}.`,
  });
