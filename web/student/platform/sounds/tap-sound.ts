/** Milliseconds without a tap after which the audio context is suspended. */
const idle = 2000;

/** A soft tick for each tap; silent when it cannot be made. */
export function createTapSound() {
  let context: AudioContext | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => void context?.suspend().catch(() => undefined);

  function tick(): void {
    context ??= new AudioContext();
    if (context.state !== 'running') context.resume().catch(() => undefined);
    const now = context.currentTime;
    const tone = new OscillatorNode(context, { frequency: 880 });
    const gain = new GainNode(context, { gain: 0.07 });
    tone.frequency.exponentialRampToValueAtTime(440, now + 0.05);
    gain.gain.exponentialRampToValueAtTime(0.0005, now + 0.07);
    tone.connect(gain).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.08);
    clearTimeout(timer);
    timer = setTimeout(rest, idle);
  }

  return {
    tick(): void {
      try {
        tick();
      } catch {
        // A tap works without its sound.
      }
    },
    end(): void {
      clearTimeout(timer);
      rest();
    },
  };
}
