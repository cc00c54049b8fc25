import { getOperationAST, isInputType, parse, parseValue, typeFromAST, valueFromASTUntyped } from 'graphql';
import { expect, test } from 'vitest';
import request from 'supertest';
import { exampleOf } from '#api/docs/examples.ts';
import { jsonSchema } from '#api/docs/json-schema.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { persistedOperations } from '#gateway/manifest.generated.ts';
import { contract } from '#schema/rest/contract.ts';
import type { StandInCall } from './stand-in.ts';
import { json, problem, startStandIn } from './stand-in.ts';
import { sample } from './root-fields.ts';
import { startGateway } from './start-gateway.ts';

/** What each operation of the web app costs the service behind: calls to /api, none of them for a row of a list. */
const calls: Readonly<Record<string, number>> = {
  AcceptInvitation: 1,
  ApiKeys: 1,
  ApproveCommunityPosts: 1,
  AuditEntries: 1,
  AuditPeople: 1,
  AuditPerson: 1,
  BookPage: 2,
  Class: 1,
  ClassActivity: 1,
  ClassBookUnits: 1,
  ClassBooks: 1,
  ClassPage: 2,
  ClassProfiles: 1,
  Classes: 1,
  ClassesOfTextBook: 1,
  CommunityQueue: 1,
  CommunityWall: 2,
  Content: 1,
  ContentDetails: 1,
  ContentPage: 1,
  CopyClass: 1,
  CopyClasses: 1,
  CreateApiKey: 1,
  CreateClass: 1,
  CreateContent: 1,
  CreateLesson: 1,
  CreatePushAndListenItem: 1,
  CreateStudent: 1,
  CreateTextBook: 1,
  CreateUser: 1,
  DeleteClass: 1,
  DeleteCommunityPost: 1,
  DeleteContentOfUnit: 1,
  DeleteLesson: 1,
  DeletePushAndListenItem: 1,
  DeleteTextBook: 1,
  DeleteUser: 1,
  DeviceProfiles: 1,
  EarlierSounds: 1,
  EraseProfile: 1,
  ExportProfileData: 1,
  ExportQrCodes: 1,
  ExportTextBookQrCodes: 1,
  ExportUsers: 1,
  ExtendClasses: 1,
  FirstRun: 1,
  ForgotPassword: 1,
  GamePage: 2,
  ImportUsers: 1,
  InvitationDays: 1,
  JoinClass: 1,
  Lesson: 2,
  LessonAlone: 1,
  Login: 1,
  Logout: 1,
  MergeClassProfiles: 1,
  NewClassCode: 1,
  PasswordLink: 1,
  PostsWaiting: 1,
  PrivacyCard: 1,
  PrivacyProfiles: 1,
  PushAndListen: 1,
  PushAndListenItems: 2,
  ReactToPost: 1,
  RecordPageView: 1,
  RefreshToken: 1,
  RegenerateClassQrCode: 1,
  RegenerateContentQrCode: 1,
  RemoveClassProfile: 1,
  RemovePost: 1,
  RemoveStudent: 1,
  RenameClassProfile: 1,
  ReportBook: 1,
  ReportBooks: 1,
  ReportClass: 1,
  ReportClasses: 1,
  ReportExport: 1,
  ReportPost: 1,
  ReportUnit: 1,
  ReportUnits: 1,
  ResendInvitation: 1,
  ResendInvitations: 1,
  ResetUserPassword: 1,
  ResolveCommunityReports: 1,
  RestoreClass: 1,
  RestoreCommunityPost: 1,
  RestoreContentOfUnit: 1,
  RestoreFromTrash: 1,
  RestoreLesson: 1,
  RestorePushAndListenItem: 1,
  RestoreTextBook: 1,
  RestoreUser: 1,
  Retention: 1,
  RevokeApiKey: 1,
  SchoolAdministrators: 1,
  SendFilm: 1,
  SendPicture: 1,
  SendRecording: 1,
  SentPosts: 1,
  SetClassStatuses: 1,
  SetCommunityPostState: 1,
  SetUserStatus: 1,
  SetUserStatuses: 1,
  Settings: 1,
  SiteServices: 1,
  SetUpSchool: 1,
  StartReportExport: 1,
  SystemChecks: 1,
  Teachers: 1,
  TextBook: 1,
  TextBookMap: 2,
  TextBookOfNewLesson: 1,
  TextBookTree: 2,
  TextBooks: 1,
  Trash: 1,
  TypedCode: 1,
  UnitContents: 1,
  UnitOfNewContent: 1,
  UnitPage: 2,
  UpdateClass: 1,
  UpdateContent: 1,
  UpdateContentsOrder: 1,
  UpdateLesson: 1,
  UpdateLessonsOrder: 1,
  UpdatePassword: 1,
  UpdatePushAndListenItem: 1,
  UpdatePushAndListenItemsOrder: 1,
  UpdateTextBook: 1,
  UpdateUser: 1,
  UploadPageImage: 1,
  UploadSound: 1,
  UploadTextBookThumbnail: 1,
  UsageByDay: 1,
  UsageReport: 1,
  User: 2,
  UserIds: 1,
  UserImport: 1,
  UserSurroundings: 3,
  Users: 1,
  VisitorReport: 1,
  WorkStatus: 1,
};

const schema = loadSchema('.');

/** An /api where everything that is asked for is there. */
const startPlenty = () =>
  startStandIn((call, response) => {
    const alike = contract.filter(({ method }) => method === call.method);
    const operation = alike.find(isFor(call, '[0-9a-f-]{36}')) ?? alike.find(isFor(call, '[\\w-]+'));
    if (!operation) return problem(response, 404);
    if (!operation.response) return response.writeHead(204).end();
    return json(response, exampleOf(jsonSchema(operation.response, 'output'), { name: '', owner: operation.name }));
  });

const isFor =
  ({ path }: StandInCall, parameter: string) =>
  (operation: { readonly path: string }): boolean =>
    new RegExp(`^/api${operation.path.replace(/\{\w+\}/g, parameter)}(\\?|$)`).test(path);

/** Sends an operation as the web app does, with some value for each of its variables. */
function send(url: string, { text, hash }: (typeof persistedOperations)[number]) {
  const files: string[] = [];
  const variables: Record<string, unknown> = {};
  for (const { variable, type } of getOperationAST(parse(text))?.variableDefinitions ?? []) {
    const input = typeFromAST(schema, type);
    const name = variable.name.value;
    if (/^Upload!?$/.test(String(input))) files.push(name);
    else if (isInputType(input)) variables[name] = valueFromASTUntyped(parseValue(sample(input, [])));
  }
  const body = { variables, extensions: { persistedQuery: { version: 1, sha256Hash: hash } } };
  if (files.length === 0) return request(url).post('/graphql').send(body);
  const nulls = Object.fromEntries(files.map((name) => [name, null]));
  const form = request(url)
    .post('/graphql')
    .set('apollo-require-preflight', 'true')
    .field('operations', JSON.stringify({ ...body, variables: { ...variables, ...nulls } }))
    .field('map', JSON.stringify(Object.fromEntries(files.map((name) => [name, [`variables.${name}`]]))));
  return files.reduce((sent, name) => sent.attach(name, Buffer.from('a'), 'a.png'), form);
}

test('every operation of the web app has its count of calls', () => {
  expect(persistedOperations.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
});

test.each(persistedOperations)('$name causes as many calls as it may', async (operation) => {
  const api = await startPlenty();
  const gateway = await startGateway(api, { freeOperations: 'staff' });
  const answered = await send(gateway.url, operation).expect(200);
  expect(answered.body).not.toHaveProperty('errors');
  expect(api.calls.map(({ method, path }) => `${method} ${path}`)).toHaveLength(calls[operation.name] ?? NaN);
});
