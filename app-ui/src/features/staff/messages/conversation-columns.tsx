import { Hourglass } from 'lucide-react';
import { useMemo } from 'react';
import { formatAge, formatDateTime, useNow, useTranslation } from 'ui-kit';
import type { Column } from '../../../shared/lists/column';
import { Ago, None, Notice, RecordLink } from '../components/cells';
import type { ListedConversation } from './conversation';
import styles from './conversation-columns.module.css';

const MINUTE_MS = 60_000;

/** The columns of the list of conversations. */
export function useConversationColumns(hasProgramme: boolean): Column<ListedConversation>[] {
  const { t } = useTranslation('staff');
  return useMemo(() => {
    const columns: Column<ListedConversation>[] = [
      {
        id: 'name',
        header: t('messages.person'),
        sort: 'name',
        isName: true,
        cell: ({ id, name, role, lastText, lastFile, isLastOfStaff }) => (
          <span className={styles.words}>
            <RecordLink to={id}>
              <bdi>{name}</bdi>
            </RecordLink>
            <span className={styles.role}>{t(`people.roles.${role}`)}</span>
            <span className={styles.text} dir="auto">
              {isLastOfStaff && `${t('messages.team')}: `}
              {lastText || lastFile || t('messages.deleted')}
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
        id: 'waiting',
        header: t('messages.state'),
        sort: 'need',
        isDescendingFirst: true,
        cell: ({ waitingSince }) =>
          waitingSince === null ? (
            t('messages.states.answered')
          ) : (
            <Notice icon={Hourglass}>
              <Waits since={waitingSince} />
            </Notice>
          ),
      },
      {
        id: 'assigned',
        header: t('messages.assigned'),
        cell: ({ assignedTo }) => (assignedTo === null ? <None /> : <bdi>{assignedTo.name}</bdi>),
      },
      {
        id: 'lastAt',
        header: t('messages.lastAt'),
        sort: 'lastAt',
        isDescendingFirst: true,
        isShort: true,
        cell: ({ lastAt }) => <Ago at={lastAt} />,
      },
    ];
    return columns;
  }, [t, hasProgramme]);
}

function Waits({ since }: { since: string }) {
  const { t, i18n } = useTranslation('staff');
  const now = useNow(MINUTE_MS);
  return (
    <time dateTime={since} title={formatDateTime(since, i18n.language)}>
      {t('messages.waits', { age: formatAge(since, i18n.language, now) })}
    </time>
  );
}
