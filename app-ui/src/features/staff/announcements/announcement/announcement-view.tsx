import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime, formatDateTimeIn, useTranslation } from 'ui-kit';
import { TextBlocks } from '../../../../shared/rich-text/rich-text';
import { Line, type Measure, useMeasureDialog } from '../../components/measure';
import { RecordTitle } from '../../components/record-title';
import { Section } from '../../components/section';
import { type Announcement, takeAnnouncementBack, unscheduleAnnouncement } from '../announcement';
import { textsOf } from '../draft';
import styles from './announcement-view.module.css';
import { CorrectForm } from './correct-form';
import { Missing } from './text-fields';
import { UnsavedTexts } from './unsaved-texts';

/** An announcement that is scheduled, was sent, or was taken back: its numbers, its texts, and what can be done. */
export function AnnouncementView({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('staff');
  const { id, state, revision, title } = announcement;
  const [isCorrecting, setIsCorrecting] = useState(false);
  const { open, dialog, titleRef } = useMeasureDialog();
  const takeBack: Measure = {
    label: t('announcements.takeBack'),
    text: t(announcement.mail ? 'announcements.takeBackMailed' : 'announcements.takeBackText'),
    done: t('announcements.takenBack'),
    act: async () => {
      await takeAnnouncementBack(id, revision);
    },
  };
  const unschedule: Measure = {
    label: t('announcements.unschedule'),
    text: t('announcements.unscheduleText'),
    done: t('announcements.unscheduled'),
    act: async () => {
      await unscheduleAnnouncement(id, revision);
    },
  };
  return (
    <div className={styles.parts}>
      <header>
        <RecordTitle>
          <bdi>{title}</bdi>
        </RecordTitle>
        <Facts announcement={announcement} />
      </header>
      <UnsavedTexts announcement={announcement} />
      {announcement.sentAt !== null && <Numbers announcement={announcement} />}
      {isCorrecting ? (
        <CorrectForm announcement={announcement} onClose={() => setIsCorrecting(false)} />
      ) : (
        <ReadTexts announcement={announcement} />
      )}
      {!isCorrecting && (state === 'scheduled' || state === 'sent') && (
        <Section title={t('announcements.acts')} titleRef={titleRef}>
          {state === 'scheduled' ? (
            <Line text={t('announcements.isScheduled')}>
              <Button variant="default" onClick={() => open(unschedule)}>
                {t('announcements.unschedule')}
              </Button>
            </Line>
          ) : (
            <div className={styles.acts}>
              <Line text={t('announcements.correctText')}>
                <Button variant="default" onClick={() => setIsCorrecting(true)}>
                  {t('announcements.correct')}
                </Button>
              </Line>
              <Line text={t('announcements.takeBackHint')}>
                <Button variant="default" onClick={() => open(takeBack)}>
                  {t('announcements.takeBack')}
                </Button>
              </Line>
            </div>
          )}
        </Section>
      )}
      {dialog}
    </div>
  );
}

function Facts({ announcement }: { announcement: Announcement }) {
  const { t, i18n } = useTranslation('staff');
  const { state, programme, roles, among, cohort, push, mail, author } = announcement;
  const { sendAt, sentAt, correctedAt, takenBackAt, timeZone } = announcement;
  const time = (at: string) => formatDateTime(at, i18n.language);
  const ways = ['page', ...(push ? ['push'] : []), ...(mail ? ['mail'] : [])] as const;
  const reachedAt = takenBackAt ?? sentAt;
  const when =
    reachedAt !== null
      ? [time(reachedAt)]
      : sendAt !== null
        ? [formatDateTimeIn(timeZone, sendAt, i18n.language)]
        : [];
  const lines = [
    [t(`announcements.states.${state}`), ...when],
    takenBackAt === null || sentAt === null ? [] : [t('announcements.sentAt', { time: time(sentAt) })],
    correctedAt === null ? [] : [t('announcements.correctedAt', { time: time(correctedAt) })],
  ];
  const whom = roles.map((role) => t(`announcements.rolesOf.${role as 'mentee' | 'mentor'}`)).join(', ');
  return (
    <>
      <p className={styles.line}>{lines.flat().join(' · ')}</p>
      <p className={styles.line}>
        <bdi>{programme.title}</bdi>
        {` · ${whom} · ${t(`announcements.amongWhom.${among}`)} · `}
        {cohort !== null && (
          <>
            <bdi>{t('cohorts.onlyOf', { name: cohort.name })}</bdi>
            {' · '}
          </>
        )}
        {ways.map((way) => t(`announcements.way.${way}`)).join(', ')}
      </p>
      <p className={styles.line}>
        {t('announcements.by.author', { name: author?.name ?? t('mentorships.former') })}
      </p>
    </>
  );
}

/** How many people it reached and how many have read it. */
function Numbers({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('staff');
  const { reached, read, mentees, mentors } = announcement;
  const rows = [
    [t('announcements.all'), { reached, read }],
    [t('announcements.rolesOf.mentee'), mentees],
    [t('announcements.rolesOf.mentor'), mentors],
  ] as const;
  return (
    <Section title={t('announcements.numbers')}>
      <dl className={styles.numbers}>
        {rows.map(([name, numbers]) => (
          <div key={name} className={styles.number}>
            <dt>{name}</dt>
            <dd>{t('announcements.readOf', { read: numbers.read, reached: numbers.reached })}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** The texts as members read them. */
function ReadTexts({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('staff');
  const { texts, languages } = announcement;
  return (
    <Section title={t('announcements.texts')}>
      <div className={styles.texts}>
        {languages.map(({ code, name }) => {
          const text = texts[code];
          return (
            text !== undefined && (
              <article key={code} className={styles.text} lang={code}>
                <p className={styles.language}>{name}</p>
                <h3 dir="auto">{text.title}</h3>
                <TextBlocks blocks={text.blocks} />
              </article>
            )
          );
        })}
        <Missing texts={textsOf(announcement)} languages={languages} />
      </div>
    </Section>
  );
}
