import { useTranslation } from 'ui-kit';
import type { RecordingNote } from '../../model/call/recording';

/** Returns the sentence for a recording state. */
export function useRecordingText(): (status: RecordingNote) => string {
  const { t, i18n } = useTranslation('messenger');
  return (status) => {
    switch (status.kind) {
      case 'refused':
      case 'unanswered':
        return t(`call.recording.${status.kind}`, { names: formatNames(status.names) });
      default:
        return t(`call.recording.${status.kind}`);
    }
  };

  function formatNames(names: readonly (string | null)[]): string {
    const labels = names
      .map((name) => name ?? t('you'))
      .map((name) => name || t('call.recording.unknownName'));
    return new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(labels);
  }
}
