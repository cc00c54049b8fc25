import { describe, expect, it } from 'vitest';
import { entryRule, type ContentDetails, type EntryQuestion } from '#web/student/features/entry/entry-rule.ts';

const readPage: ContentDetails = { classHashCode: 'of-content', type: 'READ' };
const recording: ContentDetails = { classHashCode: 'of-content', type: 'RECORD' };
const recordingOfNoClass: ContentDetails = { classHashCode: null, type: 'RECORD' };
const missing: ContentDetails = { classHashCode: null, type: null };

const ask = (over: Partial<EntryQuestion> & Pick<EntryQuestion, 'pathname'>) =>
  entryRule({ search: '', params: {}, hasActiveProfile: false, hasProfiles: true, content: undefined, ...over });
const askContent = (over: Partial<EntryQuestion>) =>
  ask({ pathname: '/student/content/c1', params: { contentHashCode: 'c1' }, ...over });

const openPaths = [
  '/student/profiles',
  '/student/class-completed',
  '/student/community/list',
  '/student/community/preview',
  '/student/game-list',
  // Ours, for grown-ups; the five above are section 2's.
  '/student/check',
];
const closedPaths = ['/student/unit-list', '/student/unit-detail', '/student/class/k1', '/student'];

describe('the entry rule of students', () => {
  it.each([...openPaths, ...closedPaths, '/student/content/c1'])('lets an active profile stay on %s', (pathname) => {
    for (const hasProfiles of [true, false]) {
      expect(ask({ pathname, hasActiveProfile: true, hasProfiles }).kind).toBe('stay');
    }
  });

  it.each(openPaths)('leaves %s open without a profile, in any case and with a slash at its end', (pathname) => {
    for (const written of [pathname, `${pathname}/`, pathname.toUpperCase()]) {
      for (const hasProfiles of [true, false]) expect(ask({ pathname: written, hasProfiles }).kind).toBe('stay');
    }
  });

  it.each(closedPaths)('sends everybody without an active profile from %s to the profiles', (pathname) => {
    for (const hasProfiles of [true, false]) {
      expect(ask({ pathname, hasProfiles })).toEqual({
        kind: 'redirect',
        to: '/student/profiles',
        state: { origin: 'class', returnTo: pathname, isRecord: false, classHashCode: null },
      });
    }
  });

  it('takes the class code from the route, and keeps the way back with its query', () => {
    const decision = ask({ pathname: '/student/class/k1', search: '?x=1', params: { classHashCode: 'k1' } });
    expect(decision).toEqual({
      kind: 'redirect',
      to: '/student/profiles?class=k1',
      state: { origin: 'class', returnTo: '/student/class/k1?x=1', isRecord: false, classHashCode: 'k1' },
    });
  });

  it('takes the class code from the query of the pages that have it there', () => {
    expect(ask({ pathname: '/student/unit-list', search: '?class=k2' })).toMatchObject({
      to: '/student/profiles?class=k2',
      state: { origin: 'class', classHashCode: 'k2' },
    });
  });
});

describe('the entry rule for a content', () => {
  it('asks for the details only where they decide: on a device with profiles', () => {
    expect(askContent({ hasProfiles: true })).toEqual({ kind: 'fetch-content', contentHashCode: 'c1' });
    expect(askContent({ hasProfiles: false })).toEqual({ kind: 'stay' });
  });

  it.each([
    { content: recording, hasProfiles: true, redirects: true },
    { content: recording, hasProfiles: false, redirects: false },
    { content: readPage, hasProfiles: true, redirects: false },
    { content: readPage, hasProfiles: false, redirects: false },
    { content: missing, hasProfiles: true, redirects: false },
    { content: missing, hasProfiles: false, redirects: false },
  ])('redirects only a record type with profiles: $content.type, profiles $hasProfiles', (row) => {
    const { redirects, ...question } = row;
    expect(askContent(question).kind).toBe(redirects ? 'redirect' : 'stay');
  });

  it('passes the class of the content, the record flag and the way back', () => {
    expect(askContent({ content: recording })).toEqual({
      kind: 'redirect',
      to: '/student/profiles?class=of-content',
      state: { origin: 'content', returnTo: '/student/content/c1', isRecord: true, classHashCode: 'of-content' },
    });
  });

  it('adds no class query when no class is known', () => {
    expect(askContent({ content: recordingOfNoClass })).toMatchObject({
      to: '/student/profiles',
      state: { origin: 'content', isRecord: true, classHashCode: null },
    });
  });

  it.each([
    { how: 'as a parameter', params: { contentHashCode: 'c1', classHashCode: 'k1' }, search: '' },
    { how: 'in the query', params: { contentHashCode: 'c1' }, search: '?class=k1' },
  ])('gives a class code in the route $how priority over the one of the content', ({ params, search }) => {
    expect(askContent({ params, search, content: recording })).toMatchObject({
      to: '/student/profiles?class=k1',
      state: { origin: 'content', isRecord: true, classHashCode: 'k1', returnTo: `/student/content/c1${search}` },
    });
  });
});
