import type { Queryable } from '#api/ground/db/client.ts';
import { installation } from '#api/ground/db/schema.ts';
import { found } from '../finding.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import type { SystemCheck } from '#schema/rest/system.ts';
import { isThisMachine } from '#schema/settings/this-machine.ts';

/** Warns when others can reach the demo, since its accounts' password is public. */
export async function checkDemo(
  db: Queryable,
  { publicUrl, demoSignIn }: Pick<Settings, 'publicUrl' | 'demoSignIn'>,
): Promise<SystemCheck> {
  const [row] = await db.select({ demo: installation.demo }).from(installation).limit(1);
  if (!row?.demo) return found('demo', 'off');
  if (isThisMachine(publicUrl)) return found('demo', 'local');
  return found('demo', demoSignIn ? 'open' : 'closed');
}
