import { z } from 'zod';
import { staffOf } from '../access.ts';
import { bulkIds, bulkResult } from './bulk.ts';
import { classStatus } from './enumerations.ts';
import { operation } from './operation.ts';
import { requiredDate } from './values.ts';

const access = staffOf('classes');

export const setClassStatuses = operation({
  name: 'setClassStatuses',
  method: 'PUT',
  path: '/Class/status',
  summary:
    'Archives (1, Inactive) or takes up again (0, Active) at most 500 classes in one transaction. The result tells of each: one that the caller does not see is `messages.notFound`, the others have the status.',
  access,
  whose: "each for the classes they see; another one's result is `messages.notFound`",
  body: z.object({ ids: bulkIds('class'), status: classStatus }),
  response: bulkResult,
});

export const extendClasses = operation({
  name: 'extendClasses',
  method: 'PUT',
  path: '/Class/extend',
  summary:
    'Gives at most 500 classes the same last day, in one transaction. The result tells of each; one that would end before it starts, or more than 2 years after, stays as it is.',
  access,
  whose: "each for the classes they see; another one's result is `messages.notFound`",
  body: z.object({ ids: bulkIds('class'), endDate: requiredDate('messages.endDateRequire') }),
  response: bulkResult,
});
