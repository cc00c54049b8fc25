import { type DemoSchool, demoSchoolOf } from '#api/app/demo/demo-school.ts';
import { installation } from '#api/ground/db/schema.ts';
import type { Services } from '#api/app/services.ts';
import { openFirstRun } from './first-run.ts';

/** The facts about the database that the launcher needs. */
export interface AtStart {
  readonly demo: DemoSchool | null;
  /** Whether the demo's accounts can sign in. */
  readonly demoSignIn: boolean;
  /** Whether the database has a demo school although DEMO_DATA is off. */
  readonly demoEnded: boolean;
  /** The one-time link that sets up the school; null when there are users. */
  readonly firstRun: string | null;
}

export async function atStart(services: Services): Promise<AtStart> {
  const { demoData, demoSignIn } = services.settings;
  const [row] = await services.db.select({ demo: installation.demo }).from(installation);
  return {
    demo: demoData ? await demoSchoolOf(services) : null,
    demoSignIn,
    demoEnded: !demoData && row?.demo === true,
    firstRun: (await openFirstRun(services)) ?? null,
  };
}
