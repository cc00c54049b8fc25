import type { DocumentNode, OperationVariables } from '@apollo/client';
import { nextTask } from '#web/shared/next-task.ts';
import { studentClient } from './student-client.ts';

/** Asks for what a screen shows while its words are still on their way; a failure is the screen's to tell. */
export function askEarly(query: DocumentNode, variables: OperationVariables): void {
  void nextTask()
    .then(() => studentClient.query({ query, variables }))
    .catch(() => undefined);
}
