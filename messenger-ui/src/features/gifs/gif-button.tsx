import { Suspense, useState } from 'react';
import { IconButton, LoadingState, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { BackCloses } from '../../shell/back-closes';
import styles from './gif-button.module.css';
import type { Gif } from './gif-search';

const GifPanel = lazyPart(
  () => import('./gif-panel').then((module) => ({ default: module.GifPanel })),
  'says',
);

interface GifButtonProps {
  disabled: boolean;
  onSelect: (gif: Gif) => void;
}

/** Opens the search for moving pictures; its code is fetched then. */
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
        <span aria-hidden className={styles.mark}>
          GIF
        </span>
      </IconButton>
      {anchor && (
        <ModalDialog label={t('gifs.title')} placement="anchored" anchor={anchor} onClose={close}>
          <BackCloses onClose={close} />
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
