/**
 * Apollo Client 4's hooks under the names that the code generator still writes.
 * Source: graphql-codegen's typescript-react-apollo 5, which targets Apollo Client 3.
 */
import type { OperationVariables } from '@apollo/client';
import * as ApolloReact from '@apollo/client/react';
import type { useLazyQuery, useMutation, useQuery } from '@apollo/client/react';
import type { DocumentNode } from 'graphql';

export { skipToken, useLazyQuery, useMutation, useQuery } from '@apollo/client/react';
export type { SkipToken } from '@apollo/client/react';

export type QueryHookOptions<Data, Variables extends OperationVariables> = useQuery.Options<Data, Variables>;
export type LazyQueryHookOptions<Data, Variables extends OperationVariables> = useLazyQuery.Options<Data, Variables>;
export type MutationHookOptions<Data, Variables extends OperationVariables> = useMutation.Options<Data, Variables>;
export type SuspenseQueryHookOptions<
  Data,
  Variables extends OperationVariables,
> = ApolloReact.useSuspenseQuery.Options & {
  readonly variables?: Variables;
  readonly data?: Data;
};
export type UseSuspenseQueryResult<Data, Variables extends OperationVariables> = Pick<
  ApolloReact.useSuspenseQuery.Result<Data, Variables>,
  'data' | 'error' | 'networkStatus'
>;

// The generated overloads need the result type without Apollo Client 4's data states.
export function useSuspenseQuery<Data, Variables extends OperationVariables>(
  document: DocumentNode,
  options: ApolloReact.SkipToken | SuspenseQueryHookOptions<Data, Variables>,
): UseSuspenseQueryResult<Data | undefined, Variables> {
  return ApolloReact.useSuspenseQuery<Data>(document, options);
}
