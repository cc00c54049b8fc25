import type { Fault } from './fault.ts';

/** In the screens of children. */
export const studentFaults: readonly Fault[] = [
  {
    name: 'a recording that is sent twice',
    file: 'web/student/platform/sending/sender.ts',
    find: 'requestId ??= await enqueue(() => send(id, { token, classHashCode }, signal));',
    replace: 'requestId = await enqueue(() => send(id, { token, classHashCode }, signal));',
    tests: ['tests/web/student-sender*'],
  },
  {
    name: 'a page that is not kept for a network that is away',
    file: 'web/student/platform/apollo/stored-answers.ts',
    find: '  ContentPage: { perProfile: false },\n',
    replace: '',
    tests: ['tests/browser/offline*'],
  },
  {
    name: 'a language that does not stay',
    file: 'web/shared/i18n/i18n.ts',
    find: `caches: ['localStorage', 'cookie'],`,
    replace: 'caches: [],',
    tests: ['tests/browser/languages*'],
  },
  {
    name: 'a picture without words for it',
    file: 'web/student/features/community/post-picture.tsx',
    find: '<img src={url} alt={alt} loading',
    replace: '<img src={url} loading',
    tests: ['tests/browser/student-s*', 'tests/browser/community*'],
  },
  {
    name: 'a heading of the wrong level',
    file: 'web/student/features/community/list/community-list.tsx',
    find: `<h1 className="wall-title">\n          <Words text={t('wallTitle')} />\n        </h1>`,
    replace: `<h4 className="wall-title">\n          <Words text={t('wallTitle')} />\n        </h4>`,
    tests: ['tests/browser/student-s*', 'tests/browser/community*'],
  },
  {
    name: 'a sheet that opens only once',
    file: 'web/student/ui/controls/sheet.tsx',
    find: ' onCancel={onClose}',
    replace: '',
    tests: ['tests/browser/students.*', 'tests/browser/scanner*', 'tests/browser/community-acts*'],
  },
  {
    name: 'a camera that stays on',
    file: 'web/student/features/scanner/use-camera.ts',
    find: '      close?.();\n',
    replace: '',
    tests: ['tests/browser/scanner*'],
  },
  {
    name: 'a chosen child who is not led back',
    file: 'web/student/features/profiles/profile-list.tsx',
    find: 'entry?.returnTo ?? (classHashCode',
    replace: '(classHashCode',
    tests: ['tests/web/student-screens*', 'tests/web/student-entry*'],
  },
  {
    name: 'a style that the content security policy refuses',
    file: 'web/student.html',
    find: '<body>',
    replace: '<body style="margin: 0">',
    tests: ['tests/browser/student-s*', 'tests/browser/students.*'],
  },
  {
    name: 'an error in the console',
    file: 'web/student/ui/frame/student-page.tsx',
    find: '  useTitle(plain(title));\n',
    replace: `  useTitle(plain(title));\n  console.error('title', title);\n`,
    tests: ['tests/browser/student-s*', 'tests/browser/students.*'],
  },
];
