import { randomUuid } from '#web/shared/random-uuid.ts';
import type { WorkStore } from '#web/student/platform/sending/work-store.ts';
import type { Posting, Work } from '#web/student/platform/sending/work.ts';
import type { PreparedWork } from './prepared-work.ts';

/** The maker of a work, and the class of the wall. */
export interface PostingPlace {
  readonly profileId: string;
  readonly classId: string;
}

/**
 * Drafts: works that a child has made for a wall and not sent yet. They stay on the device until the child sends or
 * replaces them.
 */
export function createDrafts(
  store: Pick<WorkStore, 'select' | 'keep' | 'remove' | 'removeUnlessWaiting'>,
  place: PostingPlace,
) {
  return {
    /** Stores a new draft in the form that is sent. The draft that it replaces is deleted once the new one is stored. */
    keep(work: PreparedWork, replaced?: Posting): Posting {
      const id = randomUuid();
      // The child chooses unit and title before sending.
      const draft = { ...work, ...place, id, clientId: id, madeAt: Date.now(), lessonId: '', title: '' };
      const draftToKeep: Posting = { ...draft, requestId: null, classHashCode: null, stuck: null };
      void store.keep(draftToKeep).then((isStored) => {
        // Another tab may have sent the replaced draft.
        if (isStored && replaced) void store.removeUnlessWaiting(replaced.id);
      });
      return draftToKeep;
    },

    /** The newest draft of this child for this wall; deletes older ones. */
    async last(): Promise<Posting | undefined> {
      const own = (await store.select((work) => (isDraft(work, place) ? [work] : []))).flat();
      for (const { id } of own.slice(0, -1)) void store.remove(id);
      return own.at(-1);
    },
  };
}

const isDraft = (work: Work, { profileId, classId }: PostingPlace): work is Posting =>
  work.kind !== 'record' && work.classHashCode === null && work.profileId === profileId && work.classId === classId;
