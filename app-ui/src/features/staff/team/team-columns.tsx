import { ShieldAlert } from 'lucide-react';
import { useMemo } from 'react';
import { formatDate, useTranslation } from 'ui-kit';
import type { Column } from '../../../shared/lists/column';
import { Ago, None, Notice, RecordLink } from '../components/cells';
import type { Colleague } from './colleague';
import styles from './team.module.css';
import { useTeamTexts } from './use-team-texts';

/** The columns of the list of the team. */
export function useTeamColumns(): Column<Colleague>[] {
  const { t, i18n } = useTranslation('staff');
  const texts = useTeamTexts();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('colleagues.name'),
        sort: 'name',
        isName: true,
        cell: ({ id, name, email, isClosed }) => (
          <span className={styles.words}>
            <RecordLink to={id}>
              <bdi>{name}</bdi>
            </RecordLink>
            <bdi className={styles.faint}>{email}</bdi>
            {isClosed && <span className={styles.faint}>{t('people.statuses.closed')}</span>}
          </span>
        ),
      },
      {
        id: 'roles',
        header: t('colleagues.rolesTitle'),
        cell: ({ roles }) =>
          roles.length === 0 ? (
            <None />
          ) : (
            <ul className={styles.roles}>
              {roles.map((role) => (
                <li key={`${role.role} ${role.programme?.id ?? ''}`}>
                  <bdi>{texts.role(role)}</bdi>
                </li>
              ))}
            </ul>
          ),
      },
      {
        id: 'work',
        header: t('colleagues.work.title'),
        cell: (row) => (row.cases + row.conversations === 0 ? <None /> : texts.work(row)),
      },
      {
        id: 'absent',
        header: t('colleagues.absentUntil'),
        isShort: true,
        cell: ({ absentUntil }) =>
          absentUntil === null ? <None /> : formatDate(absentUntil, i18n.language, 'list'),
      },
      {
        id: 'factor',
        header: t('colleagues.factor'),
        cell: ({ hasSecondFactor }) =>
          hasSecondFactor ? (
            t('colleagues.factorSet')
          ) : (
            <Notice icon={ShieldAlert}>{t('colleagues.factorMissing')}</Notice>
          ),
      },
      {
        id: 'lastSeen',
        header: t('people.lastSeen'),
        sort: 'lastSeen',
        isDescendingFirst: true,
        isShort: true,
        cell: ({ lastSeenAt }) => (lastSeenAt === null ? <None /> : <Ago at={lastSeenAt} />),
      },
    ],
    [t, i18n.language, texts],
  );
}
