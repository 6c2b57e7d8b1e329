import { Button } from '@mantine/core';
import { MoveHorizontal, MoveVertical, ZoomIn } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'ui-kit';
import { type Crop, cropSquare, FULL_CROP, MAX_ZOOM, panCrop } from './crop';
import styles from './cropper.module.css';

/** Edge in pixels of the uploaded picture: twice the largest one that is shown. */
const OUTPUT_SIZE = 512;

interface CropperProps {
  image: ImageBitmap;
  onDone: (picture: Blob) => void;
  onCancel: () => void;
}

/** Selects the visible part of a picture, by dragging or with three sliders. */
export function Cropper({ image, onDone, onCancel }: CropperProps) {
  const { t } = useTranslation('app');
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragStart = useRef<{ x: number; y: number } | null>(null);
  const [crop, setCrop] = useState(FULL_CROP);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { left, top, side } = cropSquare(image, crop);
    // Transparent pixels would become black in a JPEG.
    context.fillStyle = 'white';
    context.fillRect(0, 0, OUTPUT_SIZE, OUTPUT_SIZE);
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, left, top, side, side, 0, 0, OUTPUT_SIZE, OUTPUT_SIZE);
  }, [image, crop]);

  function drag({ clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLCanvasElement>): void {
    const from = dragStart.current;
    if (from === null) return;
    dragStart.current = { x, y };
    const edge = currentTarget.clientWidth;
    setCrop((before) => panCrop(image, before, (x - from.x) / edge, (y - from.y) / edge));
  }

  const slider = (axis: keyof Crop, label: string, Icon: typeof ZoomIn, least: number, most: number) => (
    <label className={styles.slider}>
      <Icon aria-hidden size={18} />
      <input
        type="range"
        aria-label={label}
        min={least}
        max={most}
        step={0.05}
        value={crop[axis]}
        onChange={(event) => setCrop((before) => ({ ...before, [axis]: Number(event.target.value) }))}
      />
    </label>
  );

  return (
    <div className={styles.cropper}>
      <canvas
        ref={canvas}
        className={styles.stage}
        width={OUTPUT_SIZE}
        height={OUTPUT_SIZE}
        role="img"
        aria-label={t('profile.preview')}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragStart.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          dragStart.current = null;
        }}
        onPointerCancel={() => {
          dragStart.current = null;
        }}
      />
      <div className={styles.sliders}>
        {slider('zoom', t('profile.zoom'), ZoomIn, 1, MAX_ZOOM)}
        {slider('x', t('profile.moveAcross'), MoveHorizontal, -1, 1)}
        {slider('y', t('profile.moveUp'), MoveVertical, -1, 1)}
      </div>
      <div className={styles.buttons}>
        <Button variant="subtle" onClick={onCancel}>
          {t('account.cancel')}
        </Button>
        <Button
          onClick={() => canvas.current?.toBlob((picture) => picture && onDone(picture), 'image/jpeg', 0.92)}
        >
          {t('profile.usePart')}
        </Button>
      </div>
    </div>
  );
}
