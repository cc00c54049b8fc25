import { Button } from '@blueprintjs/core';
import { Maximize, RotateCcw, RotateCw } from '@blueprintjs/icons';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaBox } from './area-box.tsx';
import { AreaValues } from './area-values.tsx';
import { isWhole, turnedLeft, turnedRight, wholeArea, type Area } from './area.ts';
import { draw, turnedSize, type ChosenPicture, type PictureEdit } from './make-picture.ts';
import './crop-desk.css';

export interface CropDeskProps {
  readonly picture: ChosenPicture;
  /** The picture's earlier edit. */
  readonly edit: PictureEdit;
  readonly onUse: (edit: PictureEdit) => void;
  readonly onCancel: () => void;
}

/** The smallest part that can be cut out, in percent of each side. */
const minimum = 5;

/** The largest side of the picture in the dialog, in pixels. */
const shownSide = 1200;

/** Cuts and turns a picture, by mouse, finger or keys. */
export function CropDesk({ picture, edit: before, onUse, onCancel }: CropDeskProps) {
  const { t } = useTranslation(['forms', 'common']);
  const id = useId();
  const use = useRef<HTMLButtonElement>(null);
  const [edit, setEdit] = useState(before);
  const { area, turns } = edit;
  const whole = turnedSize(picture.bitmap, turns);
  const pixels = {
    width: Math.round((whole.width * area.width) / 100),
    height: Math.round((whole.height * area.height) / 100),
  };
  useEffect(() => use.current?.focus(), []);
  const setArea = (next: Area) => setEdit({ area: next, turns });

  return (
    <>
      <p id={`${id}-hint`} className="field-hint">
        {t('cropHint')}
      </p>
      <div className="crop-desk">
        <div className="crop-picture">
          <TurnedPicture picture={picture} turns={turns} />
          <AreaBox
            area={area}
            onChange={setArea}
            label={t('cropArea')}
            minimum={minimum}
            className="crop-area"
            describedBy={`${id}-hint`}
          />
        </div>
      </div>
      <div className="crop-tools">
        <Button
          icon={<RotateCcw />}
          text={t('turnLeft')}
          onClick={() => setEdit({ area: turnedLeft(area), turns: (turns + 3) % 4 })}
        />
        <Button
          icon={<RotateCw />}
          text={t('turnRight')}
          onClick={() => setEdit({ area: turnedRight(area), turns: (turns + 1) % 4 })}
        />
        <Button icon={<Maximize />} text={t('cropWhole')} disabled={isWhole(area)} onClick={() => setArea(wholeArea)} />
        <span className="crop-size" role="status">
          {t('pixels', pixels)}
        </span>
      </div>
      <AreaValues label={t('cropValues')} area={area} minimum={minimum} onChange={setArea} />
      <div className="confirm-buttons">
        <Button text={t('common.cancel')} onClick={onCancel} />
        <Button ref={use} intent="primary" text={t('usePicture')} onClick={() => onUse(edit)} />
      </div>
    </>
  );
}

function TurnedPicture({ picture, turns }: { readonly picture: ChosenPicture; readonly turns: number }) {
  const { bitmap } = picture;
  const show = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      if (canvas === null) return;
      const drawn = draw(bitmap, { area: wholeArea, turns }, shownSide);
      canvas.width = drawn.width;
      canvas.height = drawn.height;
      canvas.getContext('2d')?.drawImage(drawn, 0, 0);
    },
    [bitmap, turns],
  );
  return <canvas ref={show} />;
}
