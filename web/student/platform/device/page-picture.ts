/** A page's picture in its sizes. An answer that an earlier version of the app stored has the original alone. */
interface PagePicture {
  readonly url: string;
  readonly phoneUrl?: string;
  readonly tabletUrl?: string;
}

/** CSS pixels; the shorter side of the screen of a phone is below. */
const tabletSide = 600;

/** The address of the size that a page needs on this device's screen, however the device is held. */
export function pagePictureUrl({ url, phoneUrl, tabletUrl }: PagePicture): string {
  const { width, height } = window.screen;
  return (Math.min(width, height) < tabletSide ? phoneUrl : tabletUrl) ?? url;
}
