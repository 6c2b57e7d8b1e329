import { Suspense, useState } from 'react';
import { IconButton, LoadingState, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { CloseOnBack } from '../../shell/close-on-back';
import styles from './gif-button.module.css';
import type { Gif } from './gif-search';

const GifPanel = lazyPart(
  () => import('./gif-panel').then((module) => ({ default: module.GifPanel })),
  'error',
);

interface GifButtonProps {
  disabled: boolean;
  onSelect: (gif: Gif) => void;
}

/** Opens the GIF search and loads its code. */
export function GifButton({ disabled, onSelect }: GifButtonProps) {
  const { t } = useTranslation('messenger');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        label={t('gifs.open')}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span aria-hidden className={styles.label}>
          GIF
        </span>
      </IconButton>
      {anchor && (
        <ModalDialog label={t('gifs.title')} placement="anchored" anchor={anchor} onClose={close}>
          <CloseOnBack onClose={close} />
          <div className={styles.popup}>
            <Suspense fallback={<LoadingState label={t('gifs.loading')} />}>
              <GifPanel
                onSelect={(gif) => {
                  close();
                  onSelect(gif);
                }}
              />
            </Suspense>
          </div>
        </ModalDialog>
      )}
    </>
  );
}
