import { useQuery } from '@tanstack/react-query';
import { ErrorState, useTranslation } from 'ui-kit';
import styles from './emoji-picker.module.css';
import { PickerSkeleton } from './picker-skeleton';

interface EmojiPickerProps {
  onSelect: (native: string) => void;
}

/** All emoji to choose from. Code, data and names are fetched when a picker is first shown. */
export function EmojiPicker({ onSelect }: EmojiPickerProps) {
  const { t, i18n } = useTranslation('messenger');
  const language = i18n.resolvedLanguage ?? i18n.language;
  const { data, error, refetch } = useQuery({
    queryKey: ['emoji', language],
    queryFn: async () => {
      const [{ EmojiPanel }, { loadCatalogue }] = await Promise.all([
        import('./emoji-panel'),
        import('./catalogue'),
      ]);
      return { EmojiPanel, catalogue: await loadCatalogue(language) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Whoever is offline hears so at once and tries again when they like.
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
