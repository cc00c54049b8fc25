import { dayFromNow } from '#tests/support/teaching.ts';
import { aClass, type Place } from './place.ts';
import { bare, type Samples } from './sample.ts';

const values = ({ book, own }: Place) => ({
  className: '3年1組',
  textBookId: book.id,
  startDate: dayFromNow(0),
  endDate: dayFromNow(200),
  mainTeacherId: own.Teacher.id,
});

const onClass = async (place: Place) => ({ params: { id: (await aClass(place)).id } });

export const classSamples: Samples = {
  classes: () => ({ query: { PageSize: 5 } }),
  allClasses: bare,
  newClassCode: bare,
  classUnits: async (place) => ({ query: { classHashCode: (await aClass(place)).classHashCode } }),
  createClass: (place) => ({ body: values(place) }),
  class: onClass,
  classActivity: async (place) => ({ ...(await onClass(place)), query: { From: '2026-04-01', To: '2026-05-01' } }),
  updateClass: async (place) => ({ ...(await onClass(place)), body: { ...values(place), version: 1 } }),
  regenerateClassQrCode: onClass,
  deleteClass: onClass,
  setClassStatuses: async (place) => ({ body: { ids: [(await aClass(place)).id], status: 1 } }),
  extendClasses: async (place) => ({ body: { ids: [(await aClass(place)).id], endDate: dayFromNow(90) } }),
  copyClass: async (place) => ({ ...(await onClass(place)), body: { include: { students: true } } }),
  copyClasses: async (place) => ({ body: { ids: [(await aClass(place)).id, (await aClass(place)).id] } }),
};
