import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface LevelMeterProps {
  readonly stream: MediaStream;
  /** When the recording began, in milliseconds. */
  readonly since: number;
}

/** The level and the length of the recording. A moving line shows that the microphone works. */
export function LevelMeter({ stream, since }: LevelMeterProps) {
  const { t } = useTranslation('sounds');
  const meter = useRef<HTMLMeterElement>(null);
  const [seconds, setSeconds] = useState(0);

  useEffect(() => {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 512;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let frame = 0;
    const look = () => {
      analyser.getFloatTimeDomainData(samples);
      const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      if (meter.current) meter.current.value = loudest;
      frame = requestAnimationFrame(look);
    };
    look();
    return () => {
      cancelAnimationFrame(frame);
      void context.close();
    };
  }, [stream]);

  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 250);
    return () => clearInterval(timer);
  }, [since]);

  return (
    <span className="level-meter">
      <meter ref={meter} min={0} max={1} low={0.02} aria-label={t('level')} />
      <span>{t('seconds', { seconds })}</span>
    </span>
  );
}
