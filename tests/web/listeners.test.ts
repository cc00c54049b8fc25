import { describe, expect, it } from 'vitest';
import { createListeners } from '#web/shared/listeners.ts';

describe('the listeners', () => {
  it('are told in the order in which they subscribed, until they unsubscribe', () => {
    const { subscribe, tell } = createListeners<[what: string]>();
    const told: string[] = [];
    const unsubscribe = subscribe((what) => told.push(`first ${what}`));
    subscribe((what) => told.push(`second ${what}`));
    tell('a');
    unsubscribe();
    tell('b');
    expect(told).toEqual(['first a', 'second a', 'second b']);
  });

  it('may unsubscribe while they are told, and are each told once however often they subscribe', () => {
    const { subscribe, tell } = createListeners();
    const told: string[] = [];
    const last = () => void told.push('last');
    const leave = subscribe(() => {
      told.push('first');
      leave();
      leaveLast();
    });
    subscribe(last);
    const leaveLast = subscribe(last);
    tell();
    tell();
    expect(told).toEqual(['first']);
    subscribe(last);
    subscribe(last);
    tell();
    expect(told).toEqual(['first', 'last']);
  });
});
