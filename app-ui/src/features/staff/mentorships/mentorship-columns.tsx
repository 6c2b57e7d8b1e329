import { CalendarClock, MessageCircleOff } from 'lucide-react';
import { useMemo } from 'react';
import { formatDate, useTranslation } from 'ui-kit';
import type { Column } from '../../../shared/lists/column';
import { Ago, None, Notice, RecordLink } from '../components/cells';
import { today } from '../components/days';
import { StateChip } from '../components/state-chip';
import { lastContactOf, type Mentorship, othersOf, titleOf } from './mentorship';
import styles from './mentorship-columns.module.css';

/** The columns of the list of mentorships. */
export function useMentorshipColumns(hasProgramme: boolean): Column<Mentorship>[] {
  const { t, i18n } = useTranslation('staff');
  return useMemo(() => {
    const day = (at: string | null) => (at === null ? <None /> : formatDate(at, i18n.language, 'list'));
    const contact = (at: string | null) =>
      at === null ? <span className={styles.never}>{t('mentorships.never')}</span> : <Ago at={at} />;
    const columns: Column<Mentorship>[] = [
      {
        id: 'people',
        header: t('mentorships.people'),
        sort: 'name',
        isName: true,
        cell: (mentorship) => (
          <span className={styles.words}>
            <span className={styles.title}>
              <RecordLink to={mentorship.id}>
                <bdi>{titleOf(mentorship, t('mentorships.former'))}</bdi>
              </RecordLink>
              {mentorship.endedAt !== null && (
                <StateChip isCurrent={false}>{t('mentorships.states.ended')}</StateChip>
              )}
            </span>
            <span className={styles.with}>
              {t('mentorships.with', { names: othersOf(mentorship, t('mentorships.former')) })}
            </span>
          </span>
        ),
      },
      {
        id: 'programme',
        header: t('people.programme'),
        isExtra: !hasProgramme,
        cell: ({ programme }) => <bdi>{programme.title}</bdi>,
      },
      {
        id: 'lastContact',
        header: t('mentorships.lastContact'),
        sort: 'lastContact',
        cell: (mentorship) => (
          <span className={styles.contact}>
            {contact(lastContactOf(mentorship))}
            {mentorship.isSilent && <Notice icon={MessageCircleOff}>{t('mentorships.silent')}</Notice>}
          </span>
        ),
      },
      {
        id: 'mentorsContact',
        header: t('mentorships.mentorsContact'),
        isShort: true,
        cell: ({ mentorsContactAt }) => contact(mentorsContactAt),
      },
      {
        id: 'menteesContact',
        header: t('mentorships.menteesContact'),
        isShort: true,
        cell: ({ menteesContactAt }) => contact(menteesContactAt),
      },
      {
        id: 'sessions',
        header: t('mentorships.sessions'),
        isShort: true,
        cell: ({ completedSessions: done, totalSessions: total }) =>
          total === 0 ? <None /> : t('mentorships.done', { done, total }),
      },
      {
        id: 'dueOn',
        header: t('mentorships.dueOn'),
        isShort: true,
        cell: ({ dueOn, endedAt }) => (
          <span className={styles.due}>
            {day(dueOn)}
            {dueOn !== null && endedAt === null && dueOn < today() && (
              <Notice icon={CalendarClock}>{t('mentorships.overdue')}</Notice>
            )}
          </span>
        ),
      },
      {
        id: 'startedAt',
        header: t('mentorships.startedAt'),
        sort: 'startedAt',
        isDescendingFirst: true,
        isShort: true,
        cell: ({ startedAt }) => day(startedAt),
      },
      {
        id: 'endedAt',
        header: t('mentorships.endedAt'),
        isExtra: true,
        isAskedBy: ({ state = [], reason }) => state.includes('ended') || reason !== undefined,
        isShort: true,
        cell: ({ endedAt }) => day(endedAt),
      },
      {
        id: 'endReason',
        header: t('endReasons.title'),
        isExtra: true,
        isAskedBy: ({ reason }) => reason !== undefined,
        isShort: true,
        cell: ({ endedAt, endReason }) =>
          endedAt === null ? <None /> : t(`endReasons.names.${endReason ?? 'not_recorded'}`),
      },
    ];
    return columns;
  }, [t, i18n.language, hasProgramme]);
}
