import { longestAgo, progressLimit } from '#schema/rules/progress.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
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
import { changeSwitches, switchesOf, type SetSwitch } from './own-switches.ts';
import { everybody, storedProgress, type StoredProgress } from './progress.ts';
import { ownSwitches } from './switches.ts';

/** Milliseconds in which changes are collected before they are sent. */
const patience = 1_000;
/** Milliseconds before a failed exchange is tried again. */
const pause = 30_000;

const isCode = /^[\w-]{1,64}$/;

let exchanging: Promise<readonly string[]> | undefined;
let isAskedAgain = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends the unsent progress and switches of all children of this device, and reads those of the active child. Resolves
 * when what was unsent at the call has been sent, or kept for later, with the ids of the profiles whose tokens have ended.
 */
export function shareProgress(): Promise<readonly string[]> {
  isAskedAgain = true;
  return (exchanging ??= exchangeWhileAsked());
}

async function exchangeWhileAsked(): Promise<readonly string[]> {
  try {
    let ended: readonly string[] = [];
    while (isAskedAgain) {
      isAskedAgain = false;
      clearTimeout(timer);
      ended = await exchangeAll();
    }
    return ended;
  } finally {
    exchanging = undefined;
  }
}

async function exchangeAll(): Promise<readonly string[]> {
  const { info, profiles } = profileStore.getState();
  const ended: string[] = [];
  for (const { id, token } of profiles) {
    // The device's switches of an earlier version are stored as the child's own.
    changeSwitches(id, (own) => own);
    if (id !== info?.id && !hasUnsent(id)) continue;
    try {
      await exchange(id, token);
    } catch (error) {
      const { status } = problemOf(error);
      if (status === 0 || status === 429 || status >= 500) {
        later(pause);
        return ended;
      }
      // The profile was removed, or merged into another one.
      if (status === 401) ended.push(id);
    }
  }
  return ended;
}

function hasUnsent(id: string): boolean {
  const { unsent, openedAt } = storedProgress(everybody.latest(), id);
  return openedAt !== null || Object.keys(unsent).length > 0 || switchesOf(id).some(({ at }) => at !== null);
}

async function exchange(id: string, token: string): Promise<void> {
  const sent = storedProgress(everybody.latest(), id);
  const sentSwitches = switchesOf(id);
  const context = { headers: bearer(token) };
  const unsent = Object.entries(sent.unsent);
  let answer: ProgressOfChildFragment | undefined;
  if (!hasUnsent(id)) {
    const query = { query: StudentProgressDocument, fetchPolicy: 'network-only', context } as const;
    const { data } = await studentClient.query<StudentProgressQuery>(query);
    answer = data && unmask<ProgressOfChildFragment>(data.studentProgress);
  }
  for (let from = 0; answer === undefined || from < unsent.length; from += progressLimit) {
    const finished = unsent
      .slice(from, from + progressLimit)
      // An invalid code would make the server refuse the whole call.
      .filter(([code]) => isCode.test(code))
      .map(([contentHashCode, at]) => ({ contentHashCode, secondsAgo: ago(at) }));
    const { lastUnit, openedAt } = sent;
    const opened =
      lastUnit === null || openedAt === null || !isCode.test(lastUnit)
        ? null
        : { unitHashCode: lastUnit, secondsAgo: ago(openedAt) };
    const set = sentSwitches.flatMap(({ name, isOn, at }) =>
      at === null ? [] : { switch: name, isOn, secondsAgo: ago(at) },
    );
    const { data } = await studentClient.mutate<RecordProgressMutation, RecordProgressMutationVariables>({
      mutation: RecordProgressDocument,
      variables: { input: { finished, lastUnit: opened, switches: set } },
      context: { headers: bearer(token), fetchOptions: { keepalive: true } },
    });
    if (!data) return;
    answer = unmask<ProgressOfChildFragment>(data.recordProgress);
  }
  if (!answer || !profileStore.getState().profiles.some((profile) => profile.id === id)) return;
  keep(id, sent, answer);
  keepSwitches(id, sentSwitches, answer);
}

/** Whole seconds since a time of this device; null for an unknown time. */
const ago = (at: number): number | null =>
  at === 0 ? null : Math.min(longestAgo, Math.max(0, Math.floor((Date.now() - at) / 1000)));

/** Replaces the stored progress by the server's, and keeps what the child has done since it was sent. */
function keep(id: string, sent: StoredProgress, { lastUnitHashCode, units }: ProgressOfChildFragment): void {
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

/** Replaces the stored switches by the server's. Switches that the child has set since the sending stay. */
function keepSwitches(id: string, sent: readonly SetSwitch[], answer: ProgressOfChildFragment): void {
  const theirs = answer.switches.map(({ switch: name, isOn }) => ({ name, isOn, at: null }));
  changeSwitches(id, (own) => {
    const unsent = own.filter(({ name, at }) => at !== null && !sent.some((one) => one.name === name && one.at === at));
    // These switches count as set now, because on a slow network the server has a later time for the sent switches.
    const now = unsent.map((one) => ({ ...one, at: Date.now() }));
    return [...theirs.filter(({ name }) => !unsent.some((one) => one.name === name)), ...now];
  });
}

function later(wait: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void shareProgress(), wait);
}

for (const stored of [everybody, ownSwitches])
  stored.subscribe(() => {
    if (Object.keys(stored.get()).some(hasUnsent)) later(patience);
  });
window.addEventListener('online', () => later(0));
