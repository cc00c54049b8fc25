import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#web/student/ui/art/icons.tsx';
import { Words } from '#web/student/ui/text/words.tsx';
import { playTones } from './device-checks.ts';
import { WordwallFrame, YoutubeFrame } from './frame-checks.tsx';
import { bad, good, type Check, type CheckResult } from './check-result.ts';

const icons = {
  sound: 'speaker',
  microphone: 'microphone',
  camera: 'video',
  storage: 'list',
  speed: 'send',
  youtube: 'play',
  wordwall: 'game',
} as const satisfies Record<Check, IconName>;

const signs = { waiting: 'waiting', running: 'waiting', asking: 'question', good: 'check', bad: 'close' } as const;

interface CheckCardProps {
  readonly check: Check;
  readonly result: CheckResult;
  readonly report: (result: CheckResult) => void;
}

/** One check: its picture, its result in green or red, and the next step. */
export function CheckCard({ check, result, report }: CheckCardProps) {
  const { t } = useTranslation('check');
  const { step } = result;
  const speed = 'speed' in result && result.speed !== undefined ? t('mbits', { speed: shown(result.speed) }) : '';
  return (
    <li className="check-card sheet" data-check={check} data-step={step}>
      <span className="check-picture">
        <Icon name={icons[check]} size={44} />
        <span className="picture-badge">
          <Icon name={signs[step]} size={26} />
        </span>
      </span>
      <div className="check-words">
        <h2>
          <Words text={t(check)} />
        </h2>
        <p role="status">
          <Words text={t(`step-${step}`)} /> {speed}
        </p>
        {step === 'bad' && (
          <p className="check-advice">
            <Words text={t(result.advice)} />
          </p>
        )}
      </div>
      {check === 'youtube' && step === 'running' && <YoutubeFrame report={report} />}
      {check === 'wordwall' && step === 'asking' && <WordwallFrame />}
      {step === 'asking' && (
        <div className="check-answers">
          <p>
            <Words text={t(check === 'sound' ? 'soundQuestion' : 'wordwallQuestion')} />
          </p>
          {check === 'sound' && <Answer icon="again" words={t('hearAgain')} onTap={playTones} />}
          <Answer icon="check" words={t('yes')} onTap={() => report(good)} />
          <Answer
            icon="close"
            words={t('no')}
            onTap={() => report(bad(check === 'sound' ? 'sound-silent' : 'wordwall-blocked'))}
          />
        </div>
      )}
    </li>
  );
}

const shown = (speed: number): number => (speed < 10 ? Math.round(speed * 10) / 10 : Math.round(speed));

interface AnswerProps {
  readonly icon: IconName;
  readonly words: string;
  readonly onTap: () => void;
}

function Answer({ icon, words, onTap }: AnswerProps) {
  return (
    <button type="button" className="button" onClick={onTap}>
      <Icon name={icon} size={28} />
      <span>
        <Words text={words} />
      </span>
    </button>
  );
}
