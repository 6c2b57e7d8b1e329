import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { api, formatDate, type Schemas, useTranslation } from 'ui-kit';
import { Notice, RecordLink } from '../components/cells';
import { useMeasureDialog } from '../components/measure';
import { Section } from '../components/section';
import { useProgrammes } from '../components/use-programmes';
import styles from './waiting-groups.module.css';

type WaitingGroup = Schemas['StaffWaitingGroup'];

const groupsQuery = queryOptions({
  queryKey: ['staff', 'waiting-groups'],
  queryFn: ({ signal }) => api.get('/api/staff/matching/groups/', { signal }),
  refetchOnWindowFocus: 'always',
});

/** The groups that mentors fill and that have not begun; staff begin them earlier, or in spite of too few members. */
export function WaitingGroups() {
  const { t } = useTranslation('staff');
  const { data } = useQuery(groupsQuery);
  const { open, dialog, titleRef } = useMeasureDialog();
  if (data === undefined || data.groups.length === 0) return null;
  const begin = ({ id, mentor, members }: WaitingGroup, names: string) =>
    open({
      label: t('waitingGroups.begin'),
      text: t('waitingGroups.beginText', { names, mentor: mentor.name, count: members.length }),
      done: t('waitingGroups.begun'),
      act: async () => {
        await api.post('/api/staff/matching/groups/{group}/beginning/', { params: { path: { group: id } } });
      },
    });
  return (
    <Section title={t('waitingGroups.title')} titleRef={titleRef}>
      <p className={styles.lead}>{t('waitingGroups.lead')}</p>
      <ul className={styles.groups}>
        {data.groups.map((group) => (
          <Group key={group.id} group={group} onBegin={(names) => begin(group, names)} />
        ))}
      </ul>
      {dialog}
    </Section>
  );
}

function Group({ group, onBegin }: { group: WaitingGroup; onBegin: (names: string) => void }) {
  const { t, i18n } = useTranslation('staff');
  const { hasSeveral } = useProgrammes();
  const { mentor, members, size, startsAt, waitsForStaff, programme } = group;
  const names = new Intl.ListFormat(i18n.language).format(members.map(({ name }) => name));
  return (
    <li className={styles.group}>
      <span className={styles.words}>
        <RecordLink to={`/staff/people/${mentor.id}`}>
          <bdi>{mentor.name}</bdi>
        </RecordLink>
        <span className={styles.members}>
          {t('waitingGroups.members', { count: members.length, size, names })}
        </span>
        {waitsForStaff ? (
          <Notice icon={Hourglass}>{t('waitingGroups.waits')}</Notice>
        ) : (
          startsAt !== null && (
            <span className={styles.members}>
              {t('waitingGroups.startsAt', { day: formatDate(startsAt, i18n.language, 'sentence') })}
            </span>
          )
        )}
        {hasSeveral && <bdi className={styles.members}>{programme.title}</bdi>}
      </span>
      <Button
        variant="default"
        aria-label={t('waitingGroups.beginOf', { name: mentor.name })}
        onClick={() => onBegin(names)}
      >
        {t('waitingGroups.begin')}
      </Button>
    </li>
  );
}
