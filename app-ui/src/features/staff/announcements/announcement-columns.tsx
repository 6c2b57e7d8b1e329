import { CalendarClock } from 'lucide-react';
import { useMemo } from 'react';
import { formatDateTimeIn, useTranslation } from 'ui-kit';
import type { Column } from '../../../shared/lists/column';
import { Ago, None, Notice, RecordLink } from '../components/cells';
import type { ListedAnnouncement } from './announcement';

/** The columns of the list of announcements. */
export function useAnnouncementColumns(hasProgramme: boolean): Column<ListedAnnouncement>[] {
  const { t, i18n } = useTranslation('staff');
  return useMemo(() => {
    const columns: Column<ListedAnnouncement>[] = [
      {
        id: 'title',
        header: t('announcements.name'),
        sort: 'title',
        isName: true,
        cell: ({ id, title }) => (
          <RecordLink to={id}>
            <bdi>{title || t('announcements.untitled')}</bdi>
          </RecordLink>
        ),
      },
      {
        id: 'programme',
        header: t('people.programme'),
        isExtra: !hasProgramme,
        cell: ({ programme }) => <bdi>{programme.title}</bdi>,
      },
      {
        id: 'state',
        header: t('announcements.state'),
        cell: ({ state }) =>
          state === 'scheduled' ? (
            <Notice icon={CalendarClock}>{t('announcements.states.scheduled')}</Notice>
          ) : (
            t(`announcements.states.${state}`)
          ),
      },
      {
        id: 'when',
        header: t('announcements.when'),
        sort: 'when',
        isDescendingFirst: true,
        isShort: true,
        cell: ({ state, sendAt, sentAt, changedAt, timeZone }) =>
          state === 'scheduled' && sendAt !== null ? (
            <time dateTime={sendAt}>{formatDateTimeIn(timeZone, sendAt, i18n.language)}</time>
          ) : (
            <Ago at={sentAt ?? changedAt} />
          ),
      },
      {
        id: 'reached',
        header: t('announcements.reached'),
        isShort: true,
        cell: ({ sentAt, reached }) => (sentAt === null ? <None /> : reached),
      },
      {
        id: 'read',
        header: t('announcements.read'),
        isShort: true,
        cell: ({ sentAt, read }) => (sentAt === null ? <None /> : read),
      },
      {
        id: 'author',
        header: t('announcements.author'),
        isExtra: true,
        cell: ({ author }) => (author === null ? <None /> : <bdi>{author.name}</bdi>),
      },
    ];
    return columns;
  }, [t, i18n.language, hasProgramme]);
}
