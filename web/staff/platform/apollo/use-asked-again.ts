import type { OperationVariables } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { DocumentNode } from 'graphql';
import { useEffect } from 'react';
import { lessonInterval, noCache } from './freshness.ts';
import { ownProblems } from './problem-link.ts';
import { staleMark } from './stale-link.ts';

/**
 * Polls a screen's query while children change its data: every ten seconds, and at once when the page becomes visible
 * again. A failed request leaves the screen as it is.
 */
export function useAskedAgain(document: DocumentNode, variables: OperationVariables): void {
  const client = useApolloClient();
  const asked = JSON.stringify(variables);
  useEffect(() => {
    async function ask(): Promise<void> {
      const query = { query: document, variables: JSON.parse(asked) as OperationVariables };
      const mark = staleMark();
      const { data } = await client.query({ ...query, ...noCache, ...ownProblems });
      // An answer from before a mutation would undo on the screen what the user has just done.
      if (data !== undefined && staleMark() === mark) client.writeQuery({ ...query, data });
    }
    const look = () => window.document.hidden || void ask().catch(() => undefined);
    const timer = setInterval(look, lessonInterval);
    window.document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.document.removeEventListener('visibilitychange', look);
    };
  }, [client, document, asked]);
}
