import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MessageCircle, Video } from 'lucide-react';
import { addressOf, channelsQuery, hasVideo, useStartCall } from 'messenger-ui/channels';
import { useNavigate } from 'react-router';
import { canChat, useErrorText, useIsTablet, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../../shared/account/use-current-user';
import { type CaseDetails, openChannelWith } from '../api/cases';
import styles from './case-card.module.css';

/** Buttons to write to or call the person of an alert, for staff with chat or video. */
export function ContactPerson({ item }: { item: CaseDetails }) {
  const { t } = useTranslation('staff');
  const profile = useCurrentUser();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const startCall = useStartCall();
  const isTablet = useIsTablet();
  const contact = useMutation({
    mutationFn: async (way: 'write' | 'call') => {
      const channelId = await openChannelWith(item);
      // A new channel is in no list yet.
      await queries.refetchQueries({ queryKey: channelsQuery.queryKey });
      if (way === 'call') startCall(channelId);
      else navigate(addressOf(isTablet ? '/chat/messenger' : '/chat', channelId));
    },
  });
  const { mentorshipChat } = profile.status.experiences.chatStatus;
  if (!canChat(profile) || mentorshipChat !== 'use' || item.about.id === null) return null;
  const name = item.about.name;
  return (
    <div>
      <div className={styles.contact}>
        <Button
          leftSection={<MessageCircle aria-hidden size={18} />}
          loading={contact.isPending && contact.variables === 'write'}
          onClick={() => contact.mutate('write')}
        >
          {t('safeguarding.writeTo', { name })}
        </Button>
        {hasVideo(profile) && (
          <Button
            variant="light"
            leftSection={<Video aria-hidden size={18} />}
            loading={contact.isPending && contact.variables === 'call'}
            onClick={() => contact.mutate('call')}
          >
            {t('safeguarding.call', { name })}
          </Button>
        )}
      </div>
      {contact.error && (
        <p className={styles.error} role="alert">
          {errorText(contact.error)}
        </p>
      )}
    </div>
  );
}
