import type { CDPSession, Page } from 'playwright-core';

/** DevTools sessions of the pages, one each. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** The DevTools session that the tests' own measures share. */
export function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/**
 * A JavaScript world of the page's document with the browser's own globals, whatever the page, a test's clock or `growOld`
 * has changed in the page's world.
 */
export interface IsolatedWorld {
  /** Calls a function with a value, or evaluates an expression. Values and results are passed as JSON. */
  evaluate<Result, Value = undefined>(
    code: string | ((value: Value) => Result | Promise<Result>),
    value?: Value,
  ): Promise<Result>;
}

/** Finds the isolated world of the tests in the page's document. The next document has another one. */
export async function isolatedWorld(page: Page): Promise<IsolatedWorld> {
  const session = await sessionOf(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'tests',
  });
  return {
    async evaluate<Result>(code: string | ((value: never) => unknown), value?: unknown): Promise<Result> {
      const { result, exceptionDetails: problem } = await session.send('Runtime.callFunctionOn', {
        functionDeclaration: typeof code === 'string' ? `() => ${code}` : String(code),
        arguments: [{ value }],
        executionContextId,
        awaitPromise: true,
        returnByValue: true,
      });
      if (problem) throw new Error(problem.exception?.description ?? problem.text);
      return result.value as Result;
    },
  };
}
