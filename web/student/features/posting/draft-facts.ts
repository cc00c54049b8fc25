import { useState } from 'react';
import { isObject } from '#web/shared/is-object.ts';
import { readStored, session, writeStored } from '#web/shared/storage.ts';

const key = 'draftFacts';

/** What a child has typed and chosen for a work before sending it. */
interface DraftFacts {
  readonly title: string;
  /** The chosen unit. */
  readonly unitId?: string | undefined;
}

/** The facts of a draft. The tab stores the facts of its latest draft, so they survive another page and a reload. */
export function useDraftFacts(workId: string) {
  const [facts, setFacts] = useState(() => readFacts(workId));
  const change = (next: Partial<DraftFacts>) => {
    const changed = { ...facts, ...next };
    setFacts(changed);
    writeStored(session, key, { workId, ...changed });
  };
  return { facts, change };
}

function readFacts(workId: string): DraftFacts {
  const stored = readStored(session, key);
  if (!isObject(stored) || stored.workId !== workId) return { title: '' };
  const { title, unitId } = stored;
  return { title: typeof title === 'string' ? title : '', unitId: typeof unitId === 'string' ? unitId : undefined };
}
