import { describe, expect, it } from 'vitest';
import { scannedCode } from '#web/student/features/scanner/scanned-code.ts';

const hash = 'Ab-_0123456789abcdefGH';

describe('what a scanned code opens', () => {
  it.each([
    [`https://school.example/student/class/${hash}`, 'class', hash],
    [`http://192.168.0.7:4000/student/class/${hash}/`, 'class', hash],
    [`https://school.example/books/student/content/${hash}?book=x`, 'content', hash],
    [`  HTTPS://SCHOOL.EXAMPLE/student/class/${hash}\n`, 'class', hash],
    [`https://school.example/student/unit-list?book=${hash}`, 'book', hash],
    [`https://school.example/student/unit-list?book=${hash}&printed`, 'book', hash],
    [`https://school.example/student/unit-detail?unit=${hash}&printed`, 'unit', hash],
    [`https://school.example/student/unit-detail?book=x&unit=${hash}`, 'unit', hash],
    [`https://school.example/student/game-list?class=${hash}`, 'class', hash],
    [`https://school.example/student/community/list?class=${hash}`, 'class', hash],
    [`https://school.example/student/card#${hash}`, 'card', hash],
    [`https://school.example/Student/Card/#${hash}`, 'card', hash],
    ['HELLO1', 'typed', 'HELLO1'],
    ['ＨＥＬＬＯ１－Ｐ１２', 'typed', 'HELLO1-P12'],
    ['みどり 7', 'typed', 'みどり 7'],
  ])('%s', (text, opens, code) => {
    expect(scannedCode(text)).toEqual({ opens, code });
  });

  it.each([
    '',
    'https://example.com/',
    `https://example.com/classes/${hash}`,
    `https://example.com/watch?class=${hash}`,
    'https://example.com/student/card',
    'https://example.com/student/card#a/b',
    'https://example.com/student/class/',
    'https://example.com/student/class/a/b',
    'https://example.com/student/class/..%2Fcontent',
    'https://example.com/student/unit-list?class=../x',
    `javascript:alert("/student/class/${hash}")`,
    `ftp://school.example/student/class/${hash}`,
    'WIFI:S:school;T:WPA;P:secret;;',
    'mailto:someone@example.com',
    '//example.com/student/class/x',
    'a'.repeat(61),
    '<b>HELLO1</b>',
  ])('nothing for “%s”', (text) => {
    expect(scannedCode(text)).toBeNull();
  });
});
