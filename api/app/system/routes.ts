import { type Route, route } from '#api/ground/http/route.ts';
import type { Services } from '#api/app/services.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import { systemChecks } from '#schema/rest/system.ts';
import { runChecks } from './run-checks.ts';

type Answer = ResponseOf<typeof systemChecks>;

// In milliseconds. Checks sign in to the mail server and call the site, so reloads get a cached answer.
const rememberMs = 10_000;

export function systemRoutes(services: Services): Route[] {
  let last: { readonly answer: Promise<Answer>; readonly until: number } | undefined;

  // Single flight: concurrent requests share one run of the checks.
  const check = (): Promise<Answer> => {
    if (last && Date.now() < last.until) return last.answer;
    const answer = runChecks(services).then((checks) => ({ checkedAt: new Date().toISOString(), checks }));
    last = { answer, until: Date.now() + rememberMs };
    answer.catch(() => (last = undefined));
    return answer;
  };

  return [route(systemChecks, check)];
}
