import { staffClient } from '#web/staff/apollo/client.ts';
import { ownProblems } from '#web/staff/apollo/problem-link.ts';
import { forgetAllDrafts } from '#web/staff/forms/draft-store.ts';
import { LogoutDocument } from '#web/staff/operations.generated.ts';
import { setLoginInfo } from './login-info.ts';

const patience = 3000;

/** Ends the session on the server and here; a server that does not answer holds nobody back. */
export async function signOut(): Promise<void> {
  const ended = staffClient.mutate({ mutation: LogoutDocument, ...ownProblems }).catch(() => undefined);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, patience))]);
  forgetAllDrafts();
  setLoginInfo(null);
}
