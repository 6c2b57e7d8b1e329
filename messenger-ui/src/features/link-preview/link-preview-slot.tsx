import { Skeleton } from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { announce, api, IconButton, useTranslation } from 'ui-kit';
import { EMPTY_COMPOSITION, toMarkup } from '../../model/compose';
import { LinkFinder } from '../../model/link-preview';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import { LinkCardContent } from './link-card';
import styles from './link-preview-slot.module.css';

/** Requests previews from our server: the browser never contacts the linked site. */
export const createLinkFinder = (): LinkFinder =>
  new LinkFinder((link, signal) =>
    api.get('/api/v2/chat/link-preview/', { params: { query: { url: link } }, signal }),
  );

interface LinkPreviewSlotProps {
  channelId: string;
  finder: LinkFinder;
  onDismiss: () => void;
}

/** Preview of the draft's first link, above the composer. */
export function LinkPreviewSlot({ channelId, finder, onDismiss }: LinkPreviewSlotProps) {
  const { t } = useTranslation('messenger');
  const { hub } = useChat();
  const composition = useStore(hub.drafts, (drafts) => drafts.get(channelId) ?? EMPTY_COMPOSITION);
  const { preview, isLoading } = useStore(finder, (state) => state);

  useEffect(() => finder.textChanged(toMarkup(composition)), [finder, composition]);
  useEffect(() => () => finder.stop(), [finder]);
  const title = preview?.title;
  useEffect(() => {
    if (title !== undefined) announce(t('linkPreview.found', { title }));
  }, [title, t]);

  if (!preview && !isLoading) return null;
  return (
    <section className={styles.slot} aria-label={t('linkPreview.label')} aria-busy={isLoading}>
      {preview ? (
        <div className={styles.content}>
          <LinkCardContent preview={preview} />
        </div>
      ) : (
        <div className={styles.content} aria-hidden>
          <Skeleton className={styles.skeletonImage} width="4.5rem" height="4.5rem" radius="sm" />
          <div className={styles.lines}>
            <Skeleton height="0.75rem" width="62%" />
            <Skeleton height="0.625rem" width="88%" />
            <Skeleton height="0.625rem" width="34%" />
          </div>
        </div>
      )}
      <IconButton
        size={32}
        label={t('linkPreview.dismiss')}
        // A tap must not take the focus from the text field.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          finder.dismiss();
          onDismiss();
        }}
      >
        <X aria-hidden size={16} />
      </IconButton>
    </section>
  );
}
