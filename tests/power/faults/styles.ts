import type { Fault } from './fault.ts';

/** In the styles. */
export const styleFaults: readonly Fault[] = [
  {
    name: 'a sheet that scrolls sideways',
    file: 'web/student/ui/controls/sheet.css',
    find: '  margin-bottom: 20px;\n',
    replace: '  margin-bottom: 20px;\n  min-width: 620px;\n',
    tests: ['tests/browser/student-s*', 'tests/browser/students.*'],
  },
  {
    name: 'a colour below the contrast',
    file: 'web/staff/platform/theme/theme.css',
    find: '--ink-soft: #545b66;',
    replace: '--ink-soft: #a5abb5;',
    tests: ['tests/browser/staff-screens-people*'],
  },
  {
    name: 'a child’s button below 64 px',
    file: 'web/student/ui/theme/controls.css',
    find: '  min-height: 64px;\n',
    replace: '  min-height: 40px;\n',
    tests: ['tests/browser/student-s*'],
  },
  {
    name: 'a button of staff below 44 px',
    file: 'web/staff/shell/top-bar.css',
    find: '  width: 44px;\n  height: 44px;\n',
    replace: '  width: 20px;\n  height: 20px;\n',
    tests: ['tests/browser/shell.*', 'tests/browser/staff-screens-people*'],
  },
  {
    name: 'a focus that is not seen',
    file: 'web/student/ui/theme/theme.css',
    find: '  outline: 4px solid var(--ink);\n',
    replace: '  outline: none;\n',
    tests: ['tests/browser/students.*', 'tests/browser/student-s*'],
  },
];
