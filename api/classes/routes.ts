import { sql } from 'drizzle-orm';
import { classes } from '#api/db/schema.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import * as operations from '#schema/rest/classes.ts';
import { freeClassCode } from './codes.ts';
import { createClass } from './create.ts';
import { classDetailOf } from './details.ts';
import { classPage } from './list.ts';
import { visibleTo } from './scope.ts';
import { regenerateHashCode, updateClass } from './update.ts';

export function classRoutes(services: Services): Route[] {
  const { db } = services;
  const detail = classDetailOf(services);

  return [
    route(operations.classes, async ({ caller, query }) => classPage(services, caller, query)),

    route(operations.allClasses, async ({ caller }) =>
      db
        .select({ id: classes.id, classCode: classes.classCode, className: classes.className })
        .from(classes)
        .where(visibleTo(caller))
        .orderBy(sql`lower(${classes.className})`, classes.id),
    ),

    route(operations.newClassCode, async () => ({ classCode: await freeClassCode(db) })),

    route(operations.createClass, async ({ caller, requestId, body: values }) =>
      detail(caller, await createClass(services, { caller, requestId, values })),
    ),

    route(operations.classById, async ({ caller, params }) => detail(caller, params.id)),

    route(operations.updateClass, async ({ caller, requestId, params: { id }, body: values }) => {
      await updateClass(services, { caller, requestId, id, values });
      return detail(caller, id);
    }),

    route(operations.regenerateClassQrCode, async ({ caller, requestId, params: { id } }) => {
      await regenerateHashCode(services, { caller, requestId, id });
      return detail(caller, id);
    }),
  ];
}
