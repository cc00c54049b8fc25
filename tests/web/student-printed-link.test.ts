import { expect, it } from 'vitest';
import { printedLinkOf } from '#web/student/features/entry/printed-link.ts';

it.each([
  ['/student/content/abc', '', 'abc', 'abc'],
  ['/student/content/abc', '?utm=poster', 'abc', 'abc'],
  ['/student/content/abc', '?class=c', 'abc', null],
  ['/student/content/abc', '?book=b', 'abc', null],
  ['/student/content/abc', '?preview', 'abc', null],
  ['/student/unit-detail', '?unit=u&printed', undefined, 'u'],
  ['/Student/Unit-Detail/', '?unit=u&printed=', undefined, 'u'],
  ['/student/unit-detail', '?unit=u&class=c', undefined, null],
  ['/student/unit-list', '?book=b&printed', undefined, 'b'],
  ['/student/unit-list', '?book=b', undefined, null],
  ['/student/unit-list', '?printed', undefined, null],
  ['/student/profiles', '?book=b&printed', undefined, null],
])('%s%s is the printed link of %4$s', (pathname, search, contentHashCode, expected) => {
  expect(printedLinkOf({ pathname, search, params: { contentHashCode } })).toBe(expected);
});
