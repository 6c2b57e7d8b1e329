import { useCallback } from 'react';
import { HttpError, useErrorText, useTranslation } from 'ui-kit';
import { CallRefused } from '../../model/call/call-session';

/** Returns the sentence for an error of the call API. */
export function useCallErrorText(): (error: unknown) => string {
  const { t } = useTranslation('messenger');
  const errorText = useErrorText();
  return useCallback(
    (error) => {
      const code = error instanceof HttpError || error instanceof CallRefused ? error.code : null;
      switch (code) {
        case 'blocked':
          return t('errors.blocked');
        case 'blackout':
          return t('call.failed.blackout');
        case 'video_off':
          return t('call.failed.off');
        case 'not_active_member':
          return t('call.failed.notActive');
        case 'no_calls_here':
          return t('call.failed.notOffered');
        case 'call_full':
          return t('call.failed.full');
        case 'link_expired':
          return t('invite.expired');
        case 'not_found':
        case 'call_over':
        case 'call_unknown':
        case 'channel_unknown':
          return t('call.failed.unknown');
        default:
          return errorText(error);
      }
    },
    [t, errorText],
  );
}
