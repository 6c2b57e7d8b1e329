import { useTranslation } from 'ui-kit';
import type { RecordingNote } from '../../model/call/recording';

/** The state of the recording in one sentence. */
export function useRecordingText(): (note: RecordingNote) => string {
  const { t, i18n } = useTranslation('messenger');
  return (note) => {
    switch (note.kind) {
      case 'on':
        return t('call.recording.on');
      case 'builtin':
        return t('call.recording.builtin');
      case 'notOffered':
        return t('call.recording.notOffered');
      case 'refused':
        return t('call.recording.refused', { names: list(note.names) });
      case 'unanswered':
        return t('call.recording.unanswered', { names: list(note.names) });
      case 'off':
        return t('call.recording.off');
    }
  };

  function list(names: readonly (string | null)[]): string {
    const spoken = names.map((name) => name ?? t('you')).map((name) => name || t('call.recording.somebody'));
    return new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(spoken);
  }
}
