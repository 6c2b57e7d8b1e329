import { useCallback } from 'react';
import { useTranslation } from 'ui-kit';

/** Returns the sentence for an error code of the hub. */
export function useSendErrorText(): (code: string | null) => string {
  const { t } = useTranslation('messenger');
  return useCallback(
    (code) => {
      switch (code) {
        case 'message_too_long':
          return t('failure.tooLong');
        case 'message_empty':
          return t('failure.empty');
        case 'not_active_member':
        case 'not_a_member':
          return t('failure.notActive');
        case 'channel_unknown':
          return t('failure.channelUnknown');
        case 'staff_only':
          return t('announcements.readOnly');
        case 'blackout':
          return t('failure.blackout');
        case 'attachment_type':
          return t('attachments.problem.type');
        case 'attachment_too_large':
          return t('attachments.problem.size');
        case 'attachment_broken':
          return t('failure.attachmentBroken');
        case 'attachment_lost':
          return t('failure.attachmentLost');
        case 'attachments_off':
          return t('errors.attachments_off');
        case 'edit_too_late':
          return t('failure.editTooLate');
        case 'message_unknown':
          return t('failure.messageUnknown');
        case 'needs_confirmation':
          return t('failure.needsConfirmation');
        case 'blocked':
          return t('blocked.paused');
        case 'unavailable':
          return t('failure.unavailable');
        default:
          return t('failure.other');
      }
    },
    [t],
  );
}
