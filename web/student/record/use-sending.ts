import { useEffect, useEffectEvent } from 'react';
import { sender, useSendState } from '#web/student/sending/outbox.ts';
import { useThrownAway } from '#web/student/sending/use-thrown-away.ts';
import type { Desk } from './desk.ts';
import type { Recording } from './recording.ts';

interface SendingParts {
  readonly desk: Desk;
  readonly recording: Recording;
  readonly classHashCode: string;
}

/** A recording's way to the wall. It stays on the device until the server has decoded it. */
export function useSending({ desk, recording, classHashCode }: SendingParts) {
  const state = useSendState(recording.id);
  const arrived = useEffectEvent((shown: boolean) => desk.sent(recording, shown));
  useEffect(() => {
    if (state?.step === 'arrived') void arrived(state.shown);
  }, [state]);
  useThrownAway(state, () => void desk.forget(recording));
  return { state, send: () => void sender.send({ ...recording, classHashCode }) };
}
