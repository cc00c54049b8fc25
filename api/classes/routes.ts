import { sql } from 'drizzle-orm';
import { classes } from '#api/db/schema.ts';
import { notFound } from '#api/http/problems.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import * as operations from '#schema/rest/classes.ts';
import * as copies from '#schema/rest/class-copies.ts';
import { extendClasses, setStatuses } from './change-many.ts';
import { freeClassCode } from './codes.ts';
import { copyClasses } from './copy.ts';
import { createClass } from './create.ts';
import { deleteClass } from './delete.ts';
import { classDetailOf } from './details.ts';
import { classPage } from './list.ts';
import { visibleTo } from './scope.ts';
import { regenerateCodes, updateClass } from './update.ts';

// A picker shows no more than this; whatever is not among them is found by the list's search.
const pickerLimit = 500;

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
        .orderBy(sql`lower(${classes.className})`, classes.id)
        .limit(pickerLimit),
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
      await regenerateCodes(services, { caller, requestId, id });
      return detail(caller, id);
    }),

    route(operations.deleteClass, async ({ caller, requestId, params: { id } }) =>
      deleteClass(services, { caller, requestId, id }),
    ),

    route(operations.setClassStatuses, async ({ caller, requestId, body }) =>
      setStatuses(services, { caller, requestId, ...body }),
    ),

    route(operations.extendClasses, async ({ caller, requestId, body }) =>
      extendClasses(services, { caller, requestId, ...body }),
    ),

    route(copies.copyClass, async ({ caller, requestId, params: { id }, body: { dryRun, ...wished } }) => {
      const wish = { ...wished, years: 1 };
      const fieldOf = (_: number, field: string) => field;
      const [copy] = await copyClasses(services, { caller, requestId, ids: [id], wish, dryRun, fieldOf });
      if (!copy) throw notFound();
      return copy;
    }),

    route(copies.copyClasses, async ({ caller, requestId, body: { ids, dryRun, ...wish } }) => {
      const fieldOf = (place: number, field: string) => `copies.${place}.${field}`;
      return { copies: await copyClasses(services, { caller, requestId, ids, wish, dryRun, fieldOf }) };
    }),
  ];
}
