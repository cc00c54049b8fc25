import { type Route, route } from '#api/ground/http/route.ts';
import type { Services } from '#api/app/services.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import { systemChecks } from '#schema/rest/system.ts';
import { runChecks } from './run-checks.ts';

type Answer = ResponseOf<typeof systemChecks>;

// A check signs in to the mail server and calls the site: pressing reload must not become load.
const rememberMs = 10_000;

export function systemRoutes(services: Services): Route[] {
  let last: { readonly answer: Promise<Answer>; readonly until: number } | undefined;

  // Single flight: whoever asks while checks run gets the same answer.
  const check = (): Promise<Answer> => {
    if (last && Date.now() < last.until) return last.answer;
    const answer = runChecks(services).then((checks) => ({ checkedAt: new Date().toISOString(), checks }));
    last = { answer, until: Date.now() + rememberMs };
    answer.catch(() => (last = undefined));
    return answer;
  };

  return [route(systemChecks, check)];
}
