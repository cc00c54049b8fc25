import { roleAllowed, type Role, type StaffArea, type StaffTool } from '#schema/access.ts';
import { paths } from '#web/paths.ts';
import type { TrashKind } from '#web/staff/operations.generated.ts';
import { rolesOf } from '#web/staff/platform/navigation.tsx';

interface KindFacts {
  /** The area whose roles can restore the kind. */
  readonly area: StaffArea | StaffTool;
  /** The path of the row's own screen; absent for kinds without a screen. */
  readonly pathOf?: (id: string) => string;
}

/** The kinds of rows in the trash. A kind comes before the kinds that are its parts. */
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

export function isTrashKind(name: string): name is TrashKind {
  return name in trashKinds;
}

/** The kinds that a role can see in the trash. */
export const kindsOf = (role: Role): readonly TrashKind[] =>
  order.filter((kind) => roleAllowed(role, rolesOf[trashKinds[kind].area]));

/** The key of a row in the trash, for ticks and URLs: `CLASSES:0190…`. */
export const keyOf = ({ kind, id }: { readonly kind: TrashKind; readonly id: string }): string => `${kind}:${id}`;

/** Parses keys into kinds and ids, sorted so that parts come after their wholes. */
export function itemsOf(keys: readonly string[]): readonly { readonly kind: TrashKind; readonly id: string }[] {
  const items = keys.flatMap((key) => {
    const [kind = '', id = ''] = key.split(':');
    return isTrashKind(kind) ? [{ kind, id }] : [];
  });
  return items.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** The key in `trash` of each kind's name. */
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
