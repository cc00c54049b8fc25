import { unmask } from '#web/shared/apollo/masks.ts';
import { RecorderDesk } from '#web/student/features/record/recorder-panel.tsx';
import { useRecorder } from '#web/student/features/record/use-recorder.ts';
import type { UnitCardFragment } from '#web/student/operations.generated.ts';
import { useSendState } from '#web/student/platform/sending/outbox.ts';
import { isSent } from '#web/student/platform/sending/work.ts';
import { useWorkInHand } from '#web/student/platform/work-in-hand.ts';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import { ChooseUnit, useUnitChoice, type WorkPlace } from './choose-unit.tsx';
import { usePostingWords } from './posting-words.ts';

interface VoiceSheetProps extends WorkPlace {
  readonly profileId: string;
  readonly classId: string;
  readonly onClose: () => void;
}

/** Records a voice for the wall without a page of the book. A recording stays on the device when the sheet is closed. */
export function VoiceSheet({ profileId, classId, classHashCode, units: masked, onClose }: VoiceSheetProps) {
  const { t } = usePostingWords();
  const units = unmask<UnitCardFragment>(masked);
  const lessonHashCode = useUnitChoice(masked)?.hashCode ?? '';
  const { recorder, state } = useRecorder({ profileId, classId, contentHashCode: null, lessonHashCode });
  const made = state.step === 'made' ? state.recording : undefined;
  const isSending = useSendState(made?.id ?? '') !== undefined;
  const isDraft = made !== undefined && !isSending && !isSent(made);
  // While the recording is unsent, the board must not take the child away from it.
  useWorkInHand(isDraft);
  // Staff may have withdrawn the unit of an earlier recording.
  const unit = useUnitChoice(masked, units.find(({ hashCode }) => hashCode === made?.lessonHashCode)?.id);
  const forUnit =
    state.step === 'made' && unit
      ? { ...state, recording: { ...state.recording, lessonHashCode: unit.hashCode } }
      : state;

  const choose = (id: string) => {
    const chosen = units.find((one) => one.id === id);
    if (made && chosen) void recorder.chooseUnit(made, chosen.hashCode);
  };

  return (
    <Sheet title={t('speak')} onClose={onClose}>
      <RecorderDesk recorder={recorder} state={forUnit} wall={classHashCode} where={{ class: classHashCode }}>
        {isDraft && units.length > 1 && unit && <ChooseUnit units={masked} unit={unit} onChoose={choose} />}
      </RecorderDesk>
    </Sheet>
  );
}
