import type { Request, Response } from 'express';
import { parse } from 'graphql';
import { createContext, type ContextParts } from '#gateway/context.ts';
import { maskError } from '#gateway/graphql/errors.ts';
import type { Executor } from '#gateway/pipeline/execute.ts';
import { persistedNamed } from '#gateway/pipeline/operation.ts';

/** The JSON of the answers to a page's first queries, by the operations' names. */
export type PageAnswers = ReadonlyMap<string, string>;

interface Wanted {
  readonly request: Request;
  readonly response: Response;
  readonly hashCode: string;
  /** Names of the app's operations whose one variable is `hashCode`. */
  readonly operations: readonly string[];
}

/**
 * Asks /api what a page's app would ask first, with the same calls, as the same caller and under the same limits. A miss
 * is an answer too, so the app does not ask again and the miss counts once. Other failures, and an answer that takes longer
 * than `patience` in milliseconds, leave the query to the app.
 */
export function createPageAnswers(executor: Executor, { timeouts, ...parts }: ContextParts, patience: number) {
  const contextParts = { ...parts, timeouts: { ...timeouts, call: patience } };

  return async ({ request, response, hashCode, operations }: Wanted): Promise<PageAnswers> => {
    const context = createContext(contextParts, request, response);
    const answerTo = async (name: string): Promise<string | undefined> => {
      const operation = persistedNamed(name);
      const variables = { hashCode };
      const json = await executor.run({ operation, variables }, context);
      if (json !== undefined) return json.toString();
      const result = await executor.fallback({ document: parse(operation.text), variables, context });
      const { errors = [] } = result;
      if (!errors.every(({ extensions }) => extensions['status'] === 404)) return undefined;
      return JSON.stringify({ ...result, errors: errors.map((error) => maskError(error.toJSON(), error)) });
    };
    const answers = await Promise.all(operations.map(async (name) => [name, await answerTo(name)] as const));
    return new Map(answers.filter((entry): entry is [string, string] => entry[1] !== undefined));
  };
}
