import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { type Mentorship, peopleOf } from '../../../shared/mentorships/mentorship';
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
        <p>{t('mentorship.calendar.find.missing', { names: missing.join(', ') })}</p>
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
