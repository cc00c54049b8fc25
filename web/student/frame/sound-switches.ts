import { rememberedSwitch } from './remembered-switch.ts';

/** The music behind the pages. */
export const musicSwitch = rememberedSwitch('music');

/** What taps sound like. */
export const tapsSwitch = rememberedSwitch('sounds');
