import { randomUuid } from '#web/shared/random-uuid.ts';
import type { WorkStore } from '#web/student/platform/sending/work-store.ts';
import type { Posting, Work } from '#web/student/platform/sending/work.ts';
import type { MadeWork } from './made-work.ts';

/** Whose work it is, and for which wall. */
export interface PostingPlace {
  readonly profileId: string;
  readonly classId: string;
}

/** What a child has made for a wall and not yet said to send: it stays on the device until the child says what of it. */
export function madeDrafts(store: Pick<WorkStore, 'select' | 'keep' | 'remove'>, place: PostingPlace) {
  return {
    /** Keeps what has just been made, as it would be sent. */
    keep(work: MadeWork): Posting {
      const id = randomUuid();
      // The unit and the title are the child's to say when it sends.
      const draft = { ...work, ...place, id, clientId: id, madeAt: Date.now(), lessonId: '', title: '' };
      const kept: Posting = { ...draft, requestId: null, classHashCode: null, stuck: null };
      void store.keep(kept);
      return kept;
    },

    /** The youngest that this child has made for this wall; older ones nobody asks for any more. */
    async last(): Promise<Posting | undefined> {
      const own = (await store.select((work) => (isDraft(work, place) ? [work] : []))).flat();
      for (const { id } of own.slice(0, -1)) void store.remove(id);
      return own.at(-1);
    },

    remove: ({ id }: Posting): Promise<void> => store.remove(id),
  };
}

const isDraft = (work: Work, { profileId, classId }: PostingPlace): work is Posting =>
  work.kind !== 'record' && work.classHashCode === null && work.profileId === profileId && work.classId === classId;
