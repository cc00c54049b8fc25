import '#web/staff/platform/zod-without-eval.ts';
import { z } from 'zod';

const cost = z.object({
  requested: z.number(),
  maximum: z.number(),
  limit: z.number().optional(),
  remaining: z.number().optional(),
  resetsInSeconds: z.number().optional(),
});
export type Cost = z.infer<typeof cost>;

const withCost = z.object({ extensions: z.object({ cost }) });

/** The response to a request, for display. */
export interface Answer {
  readonly status: number;
  readonly milliseconds: number;
  /** The number of characters in the raw response. */
  readonly size: number;
  /** The response as indented JSON; the raw text if it is no JSON. */
  readonly text: string;
  readonly cost: Cost | undefined;
  readonly requestId: string | undefined;
}

export async function readAnswer(response: Response, started: number): Promise<Answer> {
  const raw = await response.text();
  const value = parsed(raw);
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - started),
    size: raw.length,
    text: value === undefined ? raw : JSON.stringify(value, null, 2),
    cost: withCost.safeParse(value).data?.extensions.cost,
    requestId: response.headers.get('x-request-id') ?? undefined,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
