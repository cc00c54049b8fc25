import { describe, expect, it } from 'vitest';
import { createHalver } from '#web/student/features/record/mp3.ts';
import { stepsOf } from '#web/student/features/record/level-meter.tsx';
import { canResend, isTemporary, refusalBy, refusalOf } from '#web/student/platform/sending/send-problem.ts';
import { createTake, isVoice, loudnessOf } from '#web/student/features/record/take.ts';
import { withClassId } from '#web/student/platform/sending/class-of-work.ts';
import { readWork, ownOf, type Recording } from '#web/student/platform/sending/work.ts';

const rate = 48_000;
const tone = (seconds: number, height: number) =>
  Float32Array.from({ length: Math.round((seconds * rate) / 2048) * 2048 }, (_, at) => height * Math.sin(at / 20));

/** A recording of these samples, as they come from the microphone. */
function takeOf(samples: Float32Array) {
  const take = createTake(rate);
  for (let at = 0; at < samples.length; at += 2048) take.add(samples.subarray(at, at + 2048));
  return take;
}

describe('a take', () => {
  it('is an MP3 of about 64 kbit a second', () => {
    const sound = takeOf(tone(2, 0.3)).finish();
    expect(sound?.seconds).toBeCloseTo(2, 1);
    expect(sound?.silent).toBe(false);
    const [first = 0, second = 0] = new Uint8Array(sound?.bytes ?? new ArrayBuffer());
    expect([first, second & 0xe0]).toEqual([0xff, 0xe0]);
    expect(sound?.bytes.byteLength).toBeGreaterThan(14_000);
    expect(sound?.bytes.byteLength).toBeLessThan(20_000);
  });

  it('is none when it was stopped before anything could be said', () => {
    expect(takeOf(tone(0.5, 0.3)).finish()).toBeUndefined();
  });

  it('is silent when nobody was heard, even with a tap at its end', () => {
    const quiet = tone(2, 0.002);
    quiet.set(tone(0.05, 0.5), quiet.length - 2048);
    expect(takeOf(quiet).finish()?.silent).toBe(true);
  });

  it('holds what was said so far while it goes on', () => {
    const take = takeOf(tone(1, 0.3));
    const soFar = take.soFar();
    expect(soFar.bytes.byteLength).toBeGreaterThan(5_000);
    take.add(tone(0.1, 0.3));
    expect(take.finish()?.bytes.byteLength).toBeGreaterThan(soFar.bytes.byteLength);
  });
});

describe('the level', () => {
  it('counts as ears do, between a quiet room and a loud call', () => {
    expect(loudnessOf(tone(1, 0.5))).toBeCloseTo(0.354, 2);
    expect(loudnessOf(new Float32Array())).toBe(0);
    expect([0, 0.003, 0.03, 0.3, 1].map((loudness) => stepsOf(loudness, 9))).toEqual([0, 0, 5, 9, 9]);
    expect([isVoice(0.009), isVoice(0.02)]).toEqual([false, true]);
  });

  it('is kept when the samples are halved, and what is too high for them is taken away', () => {
    const wave = (step: number) => Float32Array.from({ length: 4096 }, (_, at) => Math.sin(at * step));
    const after = (step: number) => {
      const halve = createHalver();
      halve(wave(step));
      return loudnessOf(halve(wave(step)).subarray(8));
    };
    expect(after(0.1)).toBeCloseTo(0.707, 2);
    expect(after(2.9)).toBeLessThan(0.05);
  });
});

describe('a recording on the device', () => {
  const recording: Recording = {
    kind: 'record',
    id: '1',
    clientId: '1',
    classHashCode: null,
    classId: null,
    stuck: null,
    profileId: 'hana',
    contentHashCode: 'page',
    lessonHashCode: 'unit',
    madeAt: 1,
    requestId: null,
    bytes: new ArrayBuffer(8),
    seconds: 2,
    silent: false,
  };

  it('is read back as it was kept, and anything else is left out', () => {
    expect(readWork({ ...recording })).toEqual(recording);
    expect(readWork({ ...recording, requestId: 'r' })?.requestId).toBe('r');
    for (const odd of [
      undefined,
      'x',
      { ...recording, bytes: 'x' },
      { ...recording, id: 1 },
      { ...recording, madeAt: '1' },
    ])
      expect(readWork(odd)).toBeUndefined();
  });

  it('is offered to the child who made it, on its page', () => {
    const others = [recording, { ...recording, id: '2' }, { ...recording, id: '3', profileId: 'ken' }];
    const own = (contentHashCode: string) => ownOf(others, { profileId: 'hana', contentHashCode });
    expect(own('page').map(({ id }) => id)).toEqual(['1', '2']);
    expect(own('other')).toEqual([]);
  });

  const atWall: Recording = { ...recording, id: '4', contentHashCode: null, classId: 'class' };

  it('without a page is read back too, and needs its class', () => {
    expect(readWork({ ...atWall })).toEqual(atWall);
    for (const odd of [
      { ...atWall, classId: null },
      { ...atWall, contentHashCode: undefined },
    ])
      expect(readWork(odd)).toBeUndefined();
  });

  it('without a page is offered at the wall of its class alone', () => {
    const works = [recording, { ...recording, id: '5', classId: 'class' }, atWall];
    const own = (classId: string) => ownOf(works, { profileId: 'hana', contentHashCode: null, classId });
    expect(own('class').map(({ id }) => id)).toEqual(['4']);
    expect(own('other')).toEqual([]);
    expect(ownOf(works, { profileId: 'hana', contentHashCode: 'page' }).map(({ id }) => id)).toEqual(['1', '5']);
  });

  it('without a page keeps its class, wherever the child is when it is sent', () => {
    const place = { hashCode: 'b', classId: 'other', className: '', textBookId: 'book', textBookName: '' };
    const sent = { ...atWall, classHashCode: 'a' };
    expect(withClassId(sent, { kept: atWall, place })).toEqual(sent);
    expect(withClassId({ ...sent, contentHashCode: 'page' }, { kept: atWall, place })).toMatchObject({ classId: null });
  });
});

describe('what keeps a recording from the wall', () => {
  it('is told in words for a child, with its one next step', () => {
    expect(refusalBy({ status: 0 })).toBe('sendOffline');
    expect(refusalBy({ status: 404, code: 'NOT_FOUND' })).toBe('sendNotYourClass');
    // A proxy that takes no file of this size.
    expect(refusalBy({ status: 413 })).toBe('sendFailed');
    expect(refusalBy({ status: 429 })).toBe('sendTooMany');
    const full = { status: 409, code: 'CONFLICT', messageKey: 'messages.profileStorageFull' };
    expect(refusalBy(full)).toBe('sendShelfFull');
    expect(refusalBy({ status: 500 })).toBe('sendFailed');
    expect([502, 503, 504].map((status) => refusalBy({ status }))).toEqual(Array(3).fill('sendResting'));
    expect(canResend('sendResting')).toBe(true);
    expect(refusalOf('messages.recordingBroken')).toBe('sendBroken');
    expect(refusalOf('messages.toString')).toBe('sendFailed');
    expect(refusalOf(null)).toBe('sendFailed');
    const words = ['sendFailed', 'sendNotYourClass', 'sendClassFinished', 'sendBroken'] as const;
    expect(words.map(canResend)).toEqual([true, true, true, false]);
    const temporary = [0, 429, 503, 507, 409, 401, 413].filter((status) => isTemporary({ status }));
    expect(temporary).toEqual([0, 429, 503]);
  });
});
