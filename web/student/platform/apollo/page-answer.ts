import { CombinedGraphQLErrors } from '@apollo/client/errors';
import type { GraphQLFormattedError } from 'graphql';
import {
  ContentPageDocument,
  type ContentPageQuery,
} from '#web/student/features/contents/content-page.lazy.generated.ts';
import { showJapanese } from '#web/student/platform/i18n/japanese-glyphs.ts';
import { storeAnswer, storedKey } from './stored-answers.ts';
import { studentClient } from './student-client.ts';

/** The answer to the query `ContentPage`, which the gateway wrote into the page (gateway/pages/page-html.ts). */
interface PageAnswer {
  readonly hashCode?: string;
  readonly data?: ContentPageQuery | null;
  readonly errors?: readonly GraphQLFormattedError[];
}

let answer = JSON.parse(document.getElementById('answer')?.textContent ?? '{}') as PageAnswer;
let miss: { readonly hashCode: string; readonly error: Error } | undefined;

/** Takes the answer that came with the page, once. Returns whether the page had an answer for this content. */
export function takePageAnswer(hashCode: string): boolean {
  const { data, errors } = answer.hashCode === hashCode ? answer : {};
  answer = {};
  miss = errors && { hashCode, error: new CombinedGraphQLErrors({ errors }) };
  if (miss) return true;
  if (!data) return false;
  const variables = { hashCode };
  studentClient.writeQuery({ query: ContentPageDocument, variables, data });
  showJapanese(JSON.stringify(data));
  const key = storedKey({ operationName: 'ContentPage', variables }, undefined);
  if (key !== undefined) void storeAnswer(key, data);
  return true;
}

/** The error of an unknown code that came with the page. */
export const missOf = (hashCode: string): Error | undefined => (miss?.hashCode === hashCode ? miss.error : undefined);
