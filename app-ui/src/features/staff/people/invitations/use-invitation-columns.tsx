import { CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import { formatDate, useTranslation } from 'ui-kit';
import type { Column } from '../../../../shared/lists/column';
import { Email, None, RecordLink } from '../../components/cells';
import { dayBefore } from '../../components/days';
import { nameOf } from '../person';
import type { Invitation } from './invitation';
import styles from './invitations-page.module.css';

/** The columns of the list of invitations. */
export function useInvitationColumns(hasProgramme: boolean): Column<Invitation>[] {
  const { t, i18n } = useTranslation('staff');
  return useMemo(() => {
    const day = (at: string) => formatDate(at, i18n.language, 'list');
    const columns: Column<Invitation>[] = [
      {
        id: 'name',
        header: t('people.name'),
        sort: 'name',
        isName: true,
        cell: (invitation) => (
          <span className={styles.who}>
            {invitation.personId === null ? (
              <bdi className={styles.name}>{nameOf(invitation)}</bdi>
            ) : (
              <RecordLink to={`/staff/people/${invitation.personId}`} list="">
                <bdi>{nameOf(invitation)}</bdi>
              </RecordLink>
            )}
            <Email address={invitation.email} />
          </span>
        ),
      },
      {
        id: 'role',
        header: t('people.role'),
        isShort: true,
        cell: ({ role }) => t(`people.roles.${role}`),
      },
      {
        id: 'programme',
        header: t('people.programme'),
        isExtra: !hasProgramme,
        cell: ({ programme }) => <bdi>{programme.title}</bdi>,
      },
      {
        id: 'cohort',
        header: t('cohorts.cohort'),
        isExtra: true,
        cell: ({ cohort }) => (cohort === null ? <None /> : <bdi>{cohort}</bdi>),
      },
      {
        id: 'createdAt',
        header: t('invitations.invitedAt'),
        sort: 'createdAt',
        isDescendingFirst: true,
        isShort: true,
        cell: ({ createdAt }) => day(createdAt),
      },
      {
        id: 'mailedAt',
        header: t('invitations.mailedAt'),
        isShort: true,
        cell: ({ mailedAt }) => day(mailedAt),
      },
      {
        id: 'status',
        header: t('invitations.status'),
        sort: 'expiresAt',
        isShort: true,
        cell: ({ acceptedAt, expiresAt }) =>
          acceptedAt === null ? (
            // The end of the last day.
            t('invitations.openUntil', { day: day(dayBefore(expiresAt)) })
          ) : (
            <span className={styles.accepted}>
              <CircleCheck aria-hidden size={16} />
              {t('invitations.acceptedOn', { day: day(acceptedAt) })}
            </span>
          ),
      },
    ];
    return columns;
  }, [t, i18n.language, hasProgramme]);
}
