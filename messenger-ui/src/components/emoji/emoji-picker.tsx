import { useQuery } from '@tanstack/react-query';
import { ErrorState, retryLoad, useTranslation } from 'ui-kit';
import styles from './emoji-picker.module.css';
import { PickerSkeleton } from './picker-skeleton';

interface EmojiPickerProps {
  onSelect: (native: string) => void;
}

/** Emoji picker. Loads code, data and names on first use. */
export function EmojiPicker({ onSelect }: EmojiPickerProps) {
  const { t, i18n } = useTranslation('messenger');
  const language = i18n.resolvedLanguage ?? i18n.language;
  const { data, error, refetch } = useQuery({
    queryKey: ['emoji', language],
    queryFn: async () => {
      const [{ EmojiPanel }, { loadCatalogue }] = await retryLoad(() =>
        Promise.all([import('./emoji-panel'), import('./catalogue')]),
      );
      return { EmojiPanel, catalogue: await loadCatalogue(language) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Fails at once without a network; the error offers a retry.
    networkMode: 'always',
    retry: false,
    structuralSharing: false,
  });
  return (
    <div className={styles.picker}>
      {data && <data.EmojiPanel catalogue={data.catalogue} onSelect={onSelect} />}
      {!data && error && (
        <div className={styles.failed}>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && <PickerSkeleton label={t('emoji.loading')} />}
    </div>
  );
}
