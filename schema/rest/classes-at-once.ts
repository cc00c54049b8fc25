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
    'Archives classes or reactivates them, in one transaction, and tells what became of each, in the order asked: one that the caller does not see is `messages.notFound`, the others have the status.',
  limits: '500 classes',
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
    'Gives classes the same last day, in one transaction, and tells what became of each, in the order asked: `messages.endDateAfterStart` for one that would end before it starts and `messages.endDateTooFar` for one that would end more than 2 years after, which stay as they are.',
  limits: '500 classes',
  access,
  whose: "each for the classes they see; another one's result is `messages.notFound`",
  body: z.object({ ids: bulkIds('class'), endDate: requiredDate('messages.endDateRequire') }),
  response: bulkResult,
});
