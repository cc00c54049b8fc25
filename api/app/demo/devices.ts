/** The devices of the demo school's children. */
export const devices = [
  { os: 'iPadOS 17', browser: 'Safari', version: '17.6' },
  { os: 'iPadOS 18', browser: 'Safari', version: '18.5' },
  { os: 'iPadOS 18', browser: 'Safari', version: '18.6' },
  { os: 'ChromeOS', browser: 'Chrome', version: '139.0' },
  { os: 'ChromeOS', browser: 'Chrome', version: '141.0' },
  { os: 'Windows 11', browser: 'Edge', version: '140.0' },
  { os: 'Android 15', browser: 'Chrome', version: '140.0' },
  { os: 'iOS 18', browser: 'Safari', version: '18.6' },
  { os: 'macOS 15', browser: 'Firefox', version: '143.0' },
] as const;

/** The school's network, then homes: networks reserved for examples, shortened as they are stored. */
export const networks = ['203.0.113.0', '198.51.100.0', '192.0.2.0', '2001:db8:17::', '2001:db8:42::'] as const;
