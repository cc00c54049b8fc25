import { escapeHtml } from '#gateway/http/escape-html.ts';
import type { ShownContent } from './shown-content.ts';

// The rule of web/student/platform/device/page-picture.ts: the shorter side of the screen of a phone is below 600 px.
export const onPhones = '(max-device-width: 599.98px), (max-device-height: 599.98px)';
const onTablets = '(min-device-width: 599.99px) and (min-device-height: 599.99px)';

/** Preloads the size of a page's picture that the device's screen needs. */
export const pictureLinks = ({ phoneUrl, tabletUrl }: NonNullable<ShownContent['pageImage']>): string =>
  preload(phoneUrl, onPhones) + preload(tabletUrl, onTablets);

const preload = (href: string, media: string): string =>
  `<link rel="preload" as="image" fetchpriority="high" media="${media}" href="${escapeHtml(href)}">`;
