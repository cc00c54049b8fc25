import { inArray } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { schools } from '#api/ground/db/schema.ts';
import { PostApproval } from '#schema/rest/enumerations.ts';

type SchoolId = string | null | undefined;

/** Whether posts of a new class wait for the teacher, by its school; `standard` is the installation's. One query. */
export async function approvalBySchool(
  db: Queryable,
  { schoolIds, standard }: { readonly schoolIds: readonly SchoolId[]; readonly standard: boolean },
): Promise<(schoolId: SchoolId) => boolean> {
  const ids = [...new Set(schoolIds.filter((id) => typeof id === 'string'))];
  const rows =
    ids.length === 0
      ? []
      : await db.select({ id: schools.id, approval: schools.approval }).from(schools).where(inArray(schools.id, ids));
  const chosen = new Map(rows.map(({ id, approval }) => [id, approval]));
  return (schoolId) => {
    const approval = chosen.get(schoolId ?? '') ?? PostApproval.INSTALLATION;
    return approval === PostApproval.INSTALLATION ? standard : approval === PostApproval.WAIT;
  };
}
