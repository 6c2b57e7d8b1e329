import { useCallback } from 'react';
import { useTranslation } from 'ui-kit';
import { kindOf } from '../model/files';
import { type InviteOutcome, inviteOf } from '../model/invite';
import { plainText } from '../model/plain-text';

const INVITE_TITLES = {
  ended: 'invite.title',
  missed: 'invite.missed',
  declined: 'invite.declined',
} as const satisfies Record<InviteOutcome, string>;

/** Returns the key of the title of an invitation to a call. */
export const inviteTitleOf = (outcome: InviteOutcome = 'ended') => INVITE_TITLES[outcome];

/** Returns a function that reduces a message to one line without markup, for lists, quotes and screen readers. */
export function useMessageSummary(): (text: string) => string {
  const { t } = useTranslation('messenger');
  return useCallback(
    (text) => {
      const invite = inviteOf(text);
      return invite ? t(inviteTitleOf(invite.outcome)) : plainText(text);
    },
    [t],
  );
}

/** Returns a function that names the file of a message without text: a picture is "Photo". */
export function useFileSummary(): (name: string | null) => string {
  const { t } = useTranslation('messenger');
  return useCallback(
    (name) => {
      if (name === null) return t('channelList.file');
      return kindOf(name, '') === 'image' ? t('channelList.photo') : name;
    },
    [t],
  );
}
