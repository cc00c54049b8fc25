import { expect, test } from 'vitest';
import { contract } from '#schema/rest/contract.ts';

const paging = ['PageNumber', 'PageSize'];
const pagingAndSort = [...paging, 'SortCriteria'];

interface Listed {
  readonly query?: readonly string[];
  readonly form?: readonly string[];
}

// Section 7 written down a second time, letter for letter: a name that is spelled another way breaks other people's clients.
const calls: Readonly<Record<string, Listed>> = {
  'POST /Auth/login': {},
  'POST /Auth/forgot-password': {},
  'POST /Auth/update-password': {},
  'POST /Auth/refresh-token': {},

  'GET /Class': { query: ['ClassStatus', 'TeacherId', 'SearchText', ...pagingAndSort] },
  'POST /Class': {},
  'GET /Class/{id}': {},
  'PUT /Class/{id}': {},
  'PUT /Class/{id}/regenerate-qrcode': {},
  'GET /Class/get-class-code': {},
  'GET /Class/units': { query: ['classHashCode'] },
  'GET /Class/all': {},

  'GET /Community': { query: ['LessonHashCode', 'ClassHashCode'] },
  'DELETE /Community': { form: ['Id', 'StudentId'] },
  'PUT /Community/{id}/{type}': { query: ['numberOfInteractions'] },
  'POST /Community/upload-image': { form: ['StudentId', 'ClassId', 'LessionId', 'Image', 'Thumbnail'] },
  'POST /Community/upload-record': { form: ['StudentId', 'ClassHashCode', 'LessonHashCode', 'File'] },
  'POST /Community/upload-video': { form: ['StudentId', 'ClassId', 'LessionId', 'Title', 'Video'] },
  'GET /Community/media-status': { query: ['RequestId'] },

  'GET /Content': { query: ['LessonId', 'SearchText', ...pagingAndSort] },
  'POST /Content': {},
  'GET /Content/{id}': {},
  'PUT /Content/{id}': {},
  'DELETE /Content/{id}': {},
  'POST /Content/upload-page-image': { form: ['file'] },
  'GET /Content/export-qrcode/{lessonId}': {},
  'GET /Content/audio-list': { query: [...paging, 'SearchText'] },
  'PUT /Content/update-contents-order': {},

  'GET /Lesson/{id}': {},
  'PUT /Lesson/{id}': {},
  'POST /Lesson': {},
  'GET /Lesson/{id}/brief': {},
  'GET /Lesson/contents': { query: ['hashCode'] },
  'PUT /Lesson/update-lessons-order': {},

  'GET /PushAndListen': { query: ['ContentId'] },
  'POST /PushAndListen': {},
  'DELETE /PushAndListen/{id}': {},

  'POST /Student': {},
  'GET /Student/content': { query: ['hashCode'] },
  'GET /Student/push-listen/{id}': {},
  'GET /Student/class-hash-code/{id}': {},
  'GET /Student/class-detail': { query: ['hashCode'] },
  'GET /Student/class-status': { query: ['TextBookId', 'ClassId'] },
  'GET /Student/contents': { query: ['ClassHashCode', 'UnitId', 'ContentType'] },
  'GET /Student/lessons/name': { query: ['hashCode'] },
  'GET /Student/textbook-detail': { query: ['hashCode'] },
  'GET /Student/get-textbook-hash-code': { query: ['shortCode'] },
  'GET /Student/lessons-by-short-name': { query: ['hashCode'] },

  'GET /TextBook': { query: ['SearchText', ...pagingAndSort] },
  'POST /TextBook': {},
  'GET /TextBook/{Id}': {},
  'DELETE /TextBook/{Id}': {},
  'GET /TextBook/unit': { query: ['TextbookId', 'SearchText', ...pagingAndSort] },
  'POST /TextBook/upload-thumbnail': { form: ['file'] },
  'GET /TextBook/all': {},

  'GET /User': { query: ['Roles', 'SearchText', ...pagingAndSort] },
  'POST /User': {},
  'GET /User/{Id}': {},
  'PUT /User/{Id}': {},
  'DELETE /User/{Id}': {},
  'GET /User/roles': { query: paging },
  'PUT /User/{id}/resend-invitation': {},
  'GET /User/all-teachers': { query: ['query'] },
};

test.each(Object.entries(calls))('%s is there, its names spelled as section 7 has them', (call, { query, form }) => {
  const operation = contract.find(({ method, path }) => `${method} ${path}` === call);
  expect(operation, call).toBeDefined();
  const inPath = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(Object.keys(operation?.params?.shape ?? {})).toEqual(inPath);
  expect(Object.keys(operation?.query?.shape ?? {})).toEqual(expect.arrayContaining([...(query ?? [])]));
  const formNames = [...Object.keys(operation?.form?.fields.shape ?? {}), ...Object.keys(operation?.form?.files ?? {})];
  expect(formNames).toEqual(expect.arrayContaining([...(form ?? [])]));
  if (form === undefined) expect(operation?.form).toBeUndefined();
});

// A client that sends only section 7's values must be accepted: our additions are optional.
test.each(Object.entries(calls))('%s needs no parameter that section 7 does not have', (call, { query, form }) => {
  const operation = contract.find(({ method, path }) => `${method} ${path}` === call);
  const isNeeded = ([, field]: [string, { safeParse(value: unknown): { success: boolean } }]) =>
    !field.safeParse(undefined).success;
  const neededIn = (shape: object | undefined) =>
    Object.entries(shape ?? {})
      .filter(isNeeded)
      .map(([name]) => name);
  expect(query ?? []).toEqual(expect.arrayContaining(neededIn(operation?.query?.shape)));
  const files = Object.entries(operation?.form?.files ?? {}).filter(([, { optional }]) => !optional);
  const needed = [...neededIn(operation?.form?.fields.shape), ...files.map(([name]) => name)];
  expect(form ?? []).toEqual(expect.arrayContaining(needed));
});
