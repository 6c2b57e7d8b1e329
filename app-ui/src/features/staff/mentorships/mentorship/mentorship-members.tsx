import { Button } from '@mantine/core';
import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { Avatar, formatDate, IconButton, useTranslation } from 'ui-kit';
import { RecordLink } from '../../components/cells';
import { type EndReason, useEndReasons } from '../../components/end-reasons';
import { type Measure, useMeasureDialog } from '../../components/measure';
import { Section } from '../../components/section';
import { WriteLink } from '../../messages/write-link';
import { AddMenteeDialog } from './add-mentee-dialog';
import styles from './mentorship-members.module.css';
import { type MentorshipRecord, takeOut } from './mentorship-record';

type Member = MentorshipRecord['members'][number];

/**
 * The people of a mentorship, each as a link to their page; also those who left. Those of a silent one are asked how it is going. The
 * mentees of a group change while it goes on.
 */
export function MentorshipMembers({ mentorship }: { mentorship: MentorshipRecord }) {
  const { t, i18n } = useTranslation('staff');
  const { open, dialog, titleRef } = useMeasureDialog();
  const endReasons = useEndReasons();
  const [isAdding, setIsAdding] = useState(false);
  const { id: group, members, isSilent, isGroup, endedAt, mayChange } = mentorship;
  const isOpen = isGroup && endedAt === null && mayChange;
  const mentees = members.filter(({ role, leftAt }) => role === 'mentee' && leftAt === null);
  const leave = ({ id, name }: Member): Measure => ({
    label: t('group.takeOut'),
    text: t('group.takeOutText', { name }),
    done: t('group.takenOut', { name }),
    choice: {
      legend: t('mentorship.afterwards'),
      options: [
        { id: 'wait', name: t('mentorship.wait') },
        { id: 'stay', name: t('mentorship.stayOut') },
      ],
    },
    ...endReasons,
    act: ({ selected, reason, choice }) =>
      takeOut(group, id, { reason: selected as EndReason, note: reason, doesWait: choice === 'wait' }),
  });
  return (
    <Section title={t('people.title')} titleRef={titleRef}>
      <ul className={styles.list}>
        {members.map((member) => {
          const { id, name, role, leftAt, leftReason, leftNote } = member;
          return (
            <li key={id} className={styles.member}>
              <Avatar id={id} name={name} size={38} />
              <span className={styles.words}>
                <RecordLink to={`/staff/people/${id}`}>
                  <bdi>{name}</bdi>
                </RecordLink>
                <span className={styles.role}>
                  {t(`people.roles.${role}`)}
                  {leftAt !== null &&
                    ` · ${t('mentorship.until', { day: formatDate(leftAt, i18n.language, 'list') })}`}
                  {leftReason !== null && ` · ${t(`endReasons.names.${leftReason}`)}`}
                </span>
                {leftNote !== null && (
                  <q className={styles.role} dir="auto">
                    {leftNote}
                  </q>
                )}
              </span>
              <span className={styles.acts}>
                {leftAt === null && (
                  <WriteLink person={{ id, name }} template={isSilent ? 'silent' : undefined} />
                )}
                {isOpen && mentees.length > 1 && mentees.includes(member) && (
                  <IconButton label={t('group.takeOutOf', { name })} onClick={() => open(leave(member))}>
                    <UserMinus aria-hidden size={18} />
                  </IconButton>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {isOpen && (
        <Button className={styles.add} variant="default" onClick={() => setIsAdding(true)}>
          {t('group.add')}
        </Button>
      )}
      {dialog}
      {isAdding && <AddMenteeDialog mentorship={mentorship} onClose={() => setIsAdding(false)} />}
    </Section>
  );
}
