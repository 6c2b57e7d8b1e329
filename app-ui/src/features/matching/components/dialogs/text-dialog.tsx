import { DialogFrame } from './dialog-frame';
import styles from './text-dialog.module.css';

interface TextDialogProps {
  title: string;
  text: string;
  onClose: () => void;
}

/** A description in full. */
export function TextDialog({ title, text, onClose }: TextDialogProps) {
  return (
    <DialogFrame title={title} onClose={onClose}>
      <p className={styles.text} dir="auto">
        {text}
      </p>
    </DialogFrame>
  );
}
