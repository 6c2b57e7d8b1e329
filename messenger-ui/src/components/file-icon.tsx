import { FileImage, FileSpreadsheet, FileText, type LucideIcon, Presentation } from 'lucide-react';
import { extensionOf, type FileKind, kindOf } from '../model/files';
import styles from './file-icon.module.css';

const ICONS: Record<FileKind, LucideIcon> = {
  image: FileImage,
  pdf: FileText,
  document: FileText,
  sheet: FileSpreadsheet,
  slides: Presentation,
  text: FileText,
};

/** Icon of a file type with the file's extension. */
export function FileIcon({ name, type, size = 40 }: { name: string; type: string; size?: number }) {
  const kind = kindOf(name, type);
  const Icon = ICONS[kind];
  return (
    <span aria-hidden className={styles.icon} data-kind={kind} style={{ inlineSize: size, blockSize: size }}>
      <Icon size={size * 0.45} strokeWidth={1.8} />
      <span className={styles.extension}>{extensionOf(name)}</span>
    </span>
  );
}
