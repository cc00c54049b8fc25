import type { OperationVariables } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { DocumentNode } from 'graphql';
import { useEffect } from 'react';
import { lessonInterval } from './freshness.ts';
import { ownProblems } from './problem-link.ts';

/**
 * Polls a screen's query while children change its data: every ten seconds, and at once when the page becomes visible
 * again. A failed request leaves the screen as it is.
 */
export function useAskedAgain(document: DocumentNode, variables: OperationVariables): void {
  const client = useApolloClient();
  const asked = JSON.stringify(variables);
  useEffect(() => {
    function ask(): void {
      if (window.document.hidden) return;
      const query = { query: document, variables: JSON.parse(asked) as OperationVariables };
      client.query({ ...query, fetchPolicy: 'network-only', ...ownProblems }).catch(() => undefined);
    }
    const timer = setInterval(ask, lessonInterval);
    window.document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      window.document.removeEventListener('visibilitychange', ask);
    };
  }, [client, document, asked]);
}
