import { longestAgo, progressLimit } from '#schema/rules/progress.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import {
  RecordProgressDocument,
  StudentProgressDocument,
  type ProgressOfChildFragment,
  type RecordProgressMutation,
  type RecordProgressMutationVariables,
  type StudentProgressQuery,
} from '#web/student/platform/progress.lazy.generated.ts';
import { bearer, studentClient } from '#web/student/platform/apollo/student-client.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { everybody, storedProgress, type StoredProgress } from './progress.ts';

/** Milliseconds in which changes are collected before they are sent. */
const patience = 1_000;
/** Milliseconds before a failed exchange is tried again. */
const pause = 30_000;

const isCode = /^[\w-]{1,64}$/;

let exchanging: Promise<void> | undefined;
let isAskedAgain = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends the unsent progress of all children of this device, and reads that of the active child from the server. */
export async function shareProgress(): Promise<void> {
  if (exchanging) {
    isAskedAgain = true;
    return exchanging;
  }
  clearTimeout(timer);
  exchanging = exchangeAll().finally(() => (exchanging = undefined));
  await exchanging;
  if (!isAskedAgain) return;
  isAskedAgain = false;
  await shareProgress();
}

async function exchangeAll(): Promise<void> {
  const { info, profiles } = profileStore.getState();
  for (const { id, token } of profiles) {
    const progress = storedProgress(everybody.latest(), id);
    if (id !== info?.id && !hasUnsent(progress)) continue;
    try {
      await exchange(id, token, progress);
    } catch (error) {
      const { status } = problemOf(error);
      // Any other 4xx means that the profile was removed, and its page says so.
      if (status === 0 || status === 429 || status >= 500) return later(pause);
    }
  }
}

const hasUnsent = ({ unsent, openedAt }: StoredProgress): boolean =>
  openedAt !== null || Object.keys(unsent).length > 0;

async function exchange(id: string, token: string, sent: StoredProgress): Promise<void> {
  const context = { headers: bearer(token) };
  const unsent = Object.entries(sent.unsent);
  let answer: ProgressOfChildFragment | undefined;
  if (!hasUnsent(sent)) {
    const query = { query: StudentProgressDocument, fetchPolicy: 'network-only', context } as const;
    answer = (await studentClient.query<StudentProgressQuery>(query)).data?.studentProgress;
  }
  for (let from = 0; answer === undefined || from < unsent.length; from += progressLimit) {
    const finished = unsent
      .slice(from, from + progressLimit)
      // What is no code would have the whole call refused.
      .filter(([code]) => isCode.test(code))
      .map(([contentHashCode, at]) => ({ contentHashCode, secondsAgo: ago(at) }));
    const { lastUnit, openedAt } = sent;
    const opened =
      lastUnit === null || openedAt === null || !isCode.test(lastUnit)
        ? null
        : { unitHashCode: lastUnit, secondsAgo: ago(openedAt) };
    const { data } = await studentClient.mutate<RecordProgressMutation, RecordProgressMutationVariables>({
      mutation: RecordProgressDocument,
      variables: { input: { finished, lastUnit: opened } },
      context: { headers: bearer(token), fetchOptions: { keepalive: true } },
    });
    if (!data) return;
    answer = data.recordProgress;
  }
  if (answer) keep(id, sent, answer);
}

/** Whole seconds since a time of this device; null for an unknown time. */
const ago = (at: number): number | null =>
  at === 0 ? null : Math.min(longestAgo, Math.max(0, Math.round((Date.now() - at) / 1000)));

/** Replaces the stored progress by the server's, and keeps what the child has done since it was sent. */
function keep(id: string, sent: StoredProgress, { lastUnitHashCode, units }: ProgressOfChildFragment): void {
  if (!profileStore.getState().profiles.some((profile) => profile.id === id)) return;
  everybody.change((all) => {
    const before = storedProgress(all, id);
    const unsent = Object.fromEntries(Object.entries(before.unsent).filter(([code]) => !(code in sent.unsent)));
    const done = Object.fromEntries(units.map((unit) => [unit.unitHashCode, unit.contentHashCodes]));
    for (const [unit, contents] of Object.entries(before.done)) {
      const added = contents.filter((code) => code in unsent);
      if (added.length > 0) done[unit] = [...new Set([...(done[unit] ?? []), ...added])];
    }
    const isNewer = before.openedAt !== null && before.openedAt !== sent.openedAt;
    const lastUnit = isNewer ? before.lastUnit : (lastUnitHashCode ?? before.lastUnit);
    const after = { lastUnit, done, unsent, openedAt: isNewer ? before.openedAt : null };
    return JSON.stringify(after) === JSON.stringify(before) ? all : { ...all, [id]: after };
  });
}

function later(wait: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void shareProgress(), wait);
}

everybody.subscribe(() => {
  if (Object.values(everybody.get()).some(hasUnsent)) later(patience);
});
window.addEventListener('online', () => later(0));
