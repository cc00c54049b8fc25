import { rememberedSwitch, useSwitch } from '#web/student/frame/remembered-switch.ts';

/** Shows or hides the readings above kanji. */
export const furiganaSwitch = rememberedSwitch('furigana');

export const useFurigana = (): boolean => useSwitch(furiganaSwitch);
