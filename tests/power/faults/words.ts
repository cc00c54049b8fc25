import type { Fault } from './fault.ts';

/** In the words of both languages. */
export const wordFaults: readonly Fault[] = [
  {
    name: 'a Japanese key that is missing',
    file: 'locales/jp/classes.json',
    find: '  "downloadPng": "PNG",\n',
    replace: '',
    tests: ['tests/house/locale-parity*'],
  },
  {
    name: 'a Japanese key that is misspelt',
    file: 'locales/jp/shell.json',
    find: '"dismiss":',
    replace: '"dismis":',
    tests: ['tests/house/locale-parity*'],
  },
  {
    name: 'a name that is left out in Japanese',
    file: 'locales/jp/student.json',
    find: '{{name}}さん、こんにちは！',
    replace: 'こんにちは！',
    tests: ['tests/house/locale-parity*'],
  },
  {
    name: 'a Japanese word that says the opposite',
    file: 'locales/jp/classes.json',
    find: '"active": "有効"',
    replace: '"active": "無効"',
    tests: [
      'tests/house/locale-parity*',
      'tests/web/staff-class*',
      'tests/browser/class-form*',
      'tests/browser/class-copies*',
    ],
  },
  {
    name: 'a button that asks for a word of another name',
    file: 'web/staff/features/classes/share/class-share.tsx',
    find: `text={t('fullScreen')}`,
    replace: `text={t('fullscreen')}`,
    tests: ['tests/house/locale-parity*', 'tests/browser/classes*', 'tests/browser/owner-and-super*'],
  },
];
