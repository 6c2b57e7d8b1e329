import { Button } from '@mantine/core';
import { Download, Paperclip } from 'lucide-react';
import { formatSize } from 'messenger-ui/channels';
import { useTranslation } from 'ui-kit';
import type { CaseDetails, OpenedFile } from '../api/cases';
import styles from './reported-file.module.css';

/** Types that the server shows in the page; others are downloaded. */
const isPicture = (type: string) => /^image\/(jpeg|png|gif|webp)$/.test(type);

/** The file of a reported message by its name, and the button that opens it. */
export function ReportedFile({
  file,
  onOpen,
}: {
  file: NonNullable<CaseDetails['file']>;
  onOpen: () => void;
}) {
  const { t, i18n } = useTranslation('staff');
  const size = file.size > 0 ? ` · ${formatSize(file.size, i18n.language)}` : '';
  return (
    <div className={styles.file}>
      <Paperclip aria-hidden className={styles.icon} size={18} />
      <p className={styles.name}>
        <bdi>{file.name}</bdi>
        <span className={styles.size}>{size}</span>
      </p>
      {file.canOpen && (
        <Button variant="default" size="compact-md" onClick={onOpen}>
          {isPicture(file.type) ? t('safeguarding.showPicture') : t('safeguarding.openFile')}
        </Button>
      )}
    </div>
  );
}

/** The opened file: the picture itself, or the first page and a download. */
export function FileContent({ file }: { file: OpenedFile }) {
  const { t } = useTranslation('staff');
  const picture = isPicture(file.type) ? file.url : file.thumbnailUrl;
  return (
    <figure className={styles.content}>
      {picture !== null && (
        <img
          className={styles.picture}
          src={picture}
          alt={t('safeguarding.fileAlt', { name: file.name })}
          width={file.width ?? undefined}
          height={file.height ?? undefined}
        />
      )}
      <figcaption className={styles.caption}>
        <bdi className={styles.name}>{file.name}</bdi>
        <Button
          component="a"
          href={file.url}
          download={file.name}
          variant="default"
          size="compact-md"
          leftSection={<Download aria-hidden size={16} />}
        >
          {t('safeguarding.download')}
        </Button>
      </figcaption>
    </figure>
  );
}
