import { roleAllowed, type Role, type StaffArea, type StaffTool } from '#schema/access.ts';
import { paths } from '#web/paths.ts';
import type { TrashKind } from '#web/staff/operations.generated.ts';
import { rolesOf } from '#web/staff/platform/navigation.tsx';

interface KindFacts {
  /** Whoever may enter it may bring the kind back. */
  readonly area: StaffArea | StaffTool;
  /** Its own screen, where it has one. */
  readonly pathOf?: (id: string) => string;
}

/** What is in a trash, those that others are a part of first. */
export const trashKinds = {
  USERS: { area: 'users', pathOf: paths.userDetail },
  TEXTBOOKS: { area: 'textbooks', pathOf: paths.textbookDetail },
  LESSONS: { area: 'textbooks', pathOf: paths.lessonDetail },
  CONTENTS: { area: 'textbooks', pathOf: paths.contentDetail },
  PUSH_AND_LISTEN_ITEMS: { area: 'textbooks' },
  CLASSES: { area: 'classes', pathOf: paths.classDetail },
  PROFILES: { area: 'classes' },
  COMMUNITY_POSTS: { area: 'communityQueue' },
} as const satisfies Record<TrashKind, KindFacts>;

const order = Object.keys(trashKinds).filter(isTrashKind);

function isTrashKind(name: string): name is TrashKind {
  return name in trashKinds;
}

/** The kinds that somebody of a role may find in their trash. */
export const kindsOf = (role: Role): readonly TrashKind[] =>
  order.filter((kind) => roleAllowed(role, rolesOf[trashKinds[kind].area]));

/** One thing in the trash, as a tick or an address names it: `CLASSES:0190…`. */
export const keyOf = ({ kind, id }: { readonly kind: TrashKind; readonly id: string }): string => `${kind}:${id}`;

/** Such names again as what they name; parts come after what they are a part of. */
export function itemsOf(keys: readonly string[]): readonly { readonly kind: TrashKind; readonly id: string }[] {
  const items = keys.flatMap((key) => {
    const [kind = '', id = ''] = key.split(':');
    return isTrashKind(kind) ? [{ kind, id }] : [];
  });
  return items.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** What each kind is called, as words of `trash`. */
export const kindWords = {
  USERS: 'kindUser',
  CLASSES: 'kindClass',
  TEXTBOOKS: 'kindTextBook',
  LESSONS: 'kindLesson',
  CONTENTS: 'kindContent',
  PUSH_AND_LISTEN_ITEMS: 'kindItem',
  COMMUNITY_POSTS: 'kindPost',
  PROFILES: 'kindProfile',
} as const satisfies Record<TrashKind, string>;
