import { ImageDown } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'ui-kit';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  /** The element that accepts files. */
  target: RefObject<HTMLElement | null>;
  onFiles: (files: readonly File[]) => void;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Accepts dropped files and shows a hint while files are dragged over the target. */
export function DropZone({ target, onFiles }: DropZoneProps) {
  const { t } = useTranslation('messenger');
  const [isOver, setIsOver] = useState(false);
  const latestOnFiles = useRef(onFiles);
  latestOnFiles.current = onFiles;

  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const abort = new AbortController();
    const { signal } = abort;
    const handleDragEnter = (event: DragEvent) => {
      if (hasFiles(event)) setIsOver(true);
    };
    const handleDragLeave = (event: DragEvent) => {
      if (!element.contains(event.relatedTarget as Node | null)) setIsOver(false);
    };
    const handleDrop = (event: DragEvent) => {
      setIsOver(false);
      if (event.dataTransfer && hasFiles(event)) latestOnFiles.current([...event.dataTransfer.files]);
    };
    element.addEventListener('dragenter', handleDragEnter, { signal });
    element.addEventListener('dragleave', handleDragLeave, { signal });
    element.addEventListener('drop', handleDrop, { signal });
    // The browser would replace the page with a file that is dropped elsewhere, and unsaved text would be lost.
    const preventNavigation = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer && !element.contains(event.target as Node | null)) {
        event.dataTransfer.dropEffect = 'none';
      }
    };
    window.addEventListener('dragover', preventNavigation, { signal });
    window.addEventListener('drop', preventNavigation, { signal });
    return () => abort.abort();
  }, [target]);

  if (!isOver) return null;
  return (
    <div className={styles.zone}>
      <div className={styles.message}>
        <ImageDown aria-hidden size={30} strokeWidth={1.6} />
        <p>{t('attachments.drop')}</p>
      </div>
    </div>
  );
}
