import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { addressOf, channelsQuery } from 'messenger-ui/channels';
import { usePreparedMessage } from 'messenger-ui/prepared-message';
import { useState } from 'react';
import { canChat, type Schemas, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { ChatLink } from '../../../shared/chat-link/chat-link';
import { isStopped } from '../../../shared/mentorships/is-stopped';
import { type Mentorship, nameOf, peopleOf } from '../../../shared/mentorships/mentorship';
import { AvailabilityForm } from './availability-form';
import { freeTimesQuery } from './calendar';
import { formatEventTime, toField } from './event-time';
import styles from './find-time.module.css';

interface FindTimeProps {
  mentorship: Mentorship;
  onChoose: (time: string) => void;
}

/** Times that suit all members, from what each of them entered. */
export function FindTime({ mentorship, onChoose }: FindTimeProps) {
  const { t } = useTranslation('app');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.section} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('mentorship.calendar.find.title')}</summary>
      {isOpen && <Suggestions mentorship={mentorship} onChoose={onChoose} />}
    </details>
  );
}

/** Leads to the conversation with a prepared question, which the person sends. Not where the members cannot write. */
function AskForTimes({ mentorship }: { mentorship: Mentorship }) {
  const { t } = useTranslation('app');
  const { data: channels } = useQuery({ ...channelsQuery, enabled: canChat(useCurrentUser()) });
  const prepare = usePreparedMessage();
  const { channelId } = mentorship;
  if (channels === undefined || isStopped(channels, channelId)) return null;
  return (
    <ChatLink
      className={styles.ask}
      to={addressOf('/chat', channelId)}
      onClick={() => prepare(channelId, t('mentorship.calendar.find.question'))}
    >
      <MessageCircle aria-hidden size={18} />
      {t('mentorship.calendar.find.ask', { name: nameOf(mentorship) })}
    </ChatLink>
  );
}

function Suggestions(props: FindTimeProps) {
  const query = useQuery(freeTimesQuery(props.mentorship.id));
  return <QueryState query={query}>{(data) => <FreeTimes data={data} {...props} />}</QueryState>;
}

function FreeTimes({ data, mentorship, onChoose }: FindTimeProps & { data: Schemas['FreeTimes'] }) {
  const { t, i18n } = useTranslation('app');
  const [isEditing, setIsEditing] = useState(false);
  const [self, ...others] = peopleOf(mentorship);
  const missing = others.filter(({ id }) => data.missing.includes(id)).map(({ name }) => name);
  const isOwnMissing = self !== undefined && data.missing.includes(self.id);
  if (isOwnMissing || isEditing) {
    return <AvailabilityForm mentorship={mentorship.id} onSaved={() => setIsEditing(false)} />;
  }
  return (
    <div className={styles.body}>
      {missing.length > 0 ? (
        <>
          <p>{t('mentorship.calendar.find.missing', { names: missing.join(', ') })}</p>
          <AskForTimes mentorship={mentorship} />
        </>
      ) : data.times.length === 0 ? (
        <p>{t('mentorship.calendar.find.none')}</p>
      ) : (
        <>
          <p>{t('mentorship.calendar.find.lead')}</p>
          {data.times.map((time) => (
            <Button key={time} variant="light" onClick={() => onChoose(toField(time))}>
              {formatEventTime(time, i18n.language)}
            </Button>
          ))}
        </>
      )}
      <Button variant="subtle" onClick={() => setIsEditing(true)}>
        {t('mentorship.calendar.find.edit')}
      </Button>
    </div>
  );
}
