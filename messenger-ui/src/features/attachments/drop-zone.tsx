import { ImageDown } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'ui-kit';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  /** Where files may be dropped. */
  target: RefObject<HTMLElement | null>;
  onFiles: (files: readonly File[]) => void;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Takes files that are dragged over a window, and says so while they are. */
export function DropZone({ target, onFiles }: DropZoneProps) {
  const { t } = useTranslation('messenger');
  const [isOver, setIsOver] = useState(false);
  const receive = useRef(onFiles);
  receive.current = onFiles;

  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const ends = new AbortController();
    const { signal } = ends;
    const over = (event: DragEvent) => {
      if (hasFiles(event)) setIsOver(true);
    };
    const left = (event: DragEvent) => {
      if (!element.contains(event.relatedTarget as Node | null)) setIsOver(false);
    };
    const dropped = (event: DragEvent) => {
      setIsOver(false);
      if (event.dataTransfer && hasFiles(event)) receive.current([...event.dataTransfer.files]);
    };
    element.addEventListener('dragenter', over, { signal });
    element.addEventListener('dragleave', left, { signal });
    element.addEventListener('drop', dropped, { signal });
    // A file that misses the window would be opened in place of the page, with all that was written in it.
    const spare = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer && !element.contains(event.target as Node | null)) {
        event.dataTransfer.dropEffect = 'none';
      }
    };
    window.addEventListener('dragover', spare, { signal });
    window.addEventListener('drop', spare, { signal });
    return () => ends.abort();
  }, [target]);

  if (!isOver) return null;
  return (
    <div className={styles.zone}>
      <div className={styles.words}>
        <ImageDown aria-hidden size={30} strokeWidth={1.6} />
        <p>{t('files.drop')}</p>
      </div>
    </div>
  );
}
