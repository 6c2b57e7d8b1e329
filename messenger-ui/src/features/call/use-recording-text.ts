import { useTranslation } from 'ui-kit';
import type { RecordingNote } from '../../model/call/recording';

/** The state of the recording in one sentence. */
export function useRecordingText(): (note: RecordingNote) => string {
  const { t, i18n } = useTranslation('messenger');
  return (note) => {
    switch (note.kind) {
      case 'refused':
      case 'unanswered':
        return t(`call.recording.${note.kind}`, { names: list(note.names) });
      default:
        return t(`call.recording.${note.kind}`);
    }
  };

  function list(names: readonly (string | null)[]): string {
    const spoken = names.map((name) => name ?? t('you')).map((name) => name || t('call.recording.somebody'));
    return new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(spoken);
  }
}
