import { recordChange } from '#api/domains/audit/record.ts';
import { newId } from '#api/ground/db/ids.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import { exportRoster } from '#schema/rest/roster-files.ts';
import { rosterFile } from './file.ts';
import { assertFits } from './fits.ts';

/** The roster as a package, with a line in the audit log: it has the names of all children. */
export function rosterExportRoutes({ db, settings: { timeZone } }: Uses<'db' | 'settings'>): Route[] {
  return [
    route(exportRoster, async ({ caller, requestId, query: { SchoolId: schoolId } }) => {
      await assertFits(db, { caller, schoolId, timeZone });
      const after = schoolId === undefined ? {} : { schoolId };
      await recordChange(
        db,
        { ...caller, requestId },
        { action: 'export', entity: 'roster_exports', entityId: newId(), after },
      );
      return rosterFile(caller, schoolId, schoolDay(timeZone));
    }),
  ];
}
