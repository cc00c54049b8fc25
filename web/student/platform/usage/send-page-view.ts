import { session } from '#web/shared/storage.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { bearer, studentClient } from '#web/student/platform/apollo/student-client.ts';
import { RecordPageViewDocument } from '#web/student/operations.generated.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import type { PageView } from './page-views.ts';
import { visitorAddress } from './site-services.ts';

/**
 * Sends a page view as the child who viewed the page, also while the page closes; as nobody when that child is not on the
 * device. False when it may be sent again.
 */
export async function sendPageView({ profileId, ...view }: PageView): Promise<boolean> {
  const token = profileStore.getState().profiles.find(({ id }) => id === profileId)?.token;
  const input = { ...view, clientIp: visitorAddress(session), sentAt: new Date().toISOString() };
  try {
    await studentClient.mutate({
      mutation: RecordPageViewDocument,
      variables: { input },
      context: {
        ...(token === undefined ? { asNobody: true } : { headers: bearer(token) }),
        fetchOptions: { keepalive: true },
      },
    });
    return true;
  } catch (error) {
    const { status } = problemOf(error);
    // A 4xx of the gateway except 429 would be refused again.
    return status >= 400 && status < 500 && status !== 429;
  }
}
