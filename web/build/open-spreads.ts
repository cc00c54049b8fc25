/**
 * The unmasked fragment spreads, by the operation or fragment that contains them. Every other spread is masked. This
 * list may only shrink (tests/house/masked-fragments.test.ts).
 */
export const openSpreads: Readonly<Record<string, readonly string[]>> = {
  // `unmask` does nothing at run time, and the students' first chunk has no room for the calls. The device stores these
  // answers whole.
  BookPage: ['UnitCard'],
  ClassPage: ['ClassOfChild', 'UnitCard'],
  ClassRoster: ['ClassOfChild'],
  CodeRedirect: ['OpenedByCode'],
  CommunityWall: ['ClassOfChild'],
  GamePage: ['ClassOfChild', 'ContentTile'],
  RecordProgress: ['ProgressOfChild'],
  StudentProgress: ['ProgressOfChild'],
  TakeCard: ['ClassOfChild'],
  TypedCode: ['OpenedByCode'],
  UnitPage: ['ContentTile'],
};
