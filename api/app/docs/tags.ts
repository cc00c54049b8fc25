import type { Operation } from '#schema/rest/operation.ts';

/** The domain of an operation: the first part of its path. */
export const tagOf = ({ path }: Pick<Operation, 'path'>): string => path.split('/')[1] ?? '';

/** The description of each domain. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Album: "A child's works for its family: what staff make, and what a link opens.",
  ApiKey: 'Keys that integrations call with, and what they may do.',
  Audit: 'Who of the staff changed what, and when.',
  Auth: 'Signing in and out, forgotten passwords, invitations.',
  Class: 'Classes with their codes, teachers and years.',
  Community: "A class's wall: posts, reactions and what staff decide on them.",
  Content: 'The pages of a unit, and the QR codes printed on them.',
  Device: 'What a child’s tablet gets back when its browser has dropped its storage.',
  Lesson: 'The units of a textbook.',
  Privacy: 'What is kept of a child: to look at, to hand out and to erase.',
  School: 'Schools, and who belongs to them.',
  PushAndListen: 'What a page says when its pictures are tapped.',
  Report: 'Visitors and usage, counted by day.',
  Roster: 'OneRoster packages, in and out.',
  Setup: 'A first start: the school and its first administrator, by the printed link.',
  Settings: 'What this installation is set to.',
  SignInProvider: 'The providers at which the people of a school sign in.',
  Student: 'What children see, by the codes they hold; no login.',
  System: 'Whether this installation is well.',
  TextBook: 'Textbooks.',
  Trash: 'What was deleted, for 30 days.',
  Usage: 'Page views, as students leave pages.',
  User: 'Staff.',
  Viewer: 'Who asks.',
  Webhook: 'Places of other systems that are told of changes, and what was sent to them.',
  ip: "The visitor's own address.",
};
