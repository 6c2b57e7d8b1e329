import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { formatDate, useTranslation } from 'ui-kit';
import type { Column } from '../../../../shared/lists/column';
import { RecordLink } from '../../components/cells';
import type { Cohort } from '../../components/cohorts';
import { peopleIn } from './cohort';
import styles from './cohorts-page.module.css';

interface Acts {
  onRename: (cohort: Cohort) => void;
  onRemove: (cohort: Cohort) => void;
}

/** The columns of the list of cohorts; a name leads to its people. */
export function useCohortColumns(hasProgramme: boolean, { onRename, onRemove }: Acts): Column<Cohort>[] {
  const { t, i18n } = useTranslation('staff');
  return useMemo(() => {
    const columns: Column<Cohort>[] = [
      {
        id: 'name',
        header: t('cohorts.name'),
        sort: 'name',
        isName: true,
        cell: ({ id, name }) => (
          <RecordLink to={`/staff/people?cohort=${id}`} list="">
            <bdi>{name}</bdi>
          </RecordLink>
        ),
      },
      {
        id: 'programme',
        header: t('people.programme'),
        isExtra: !hasProgramme,
        cell: ({ programme }) => <bdi>{programme.title}</bdi>,
      },
      { id: 'people', header: t('cohorts.people'), isShort: true, cell: peopleIn },
      {
        id: 'mentees',
        header: t('cohorts.mentees'),
        isExtra: true,
        isShort: true,
        cell: ({ mentees }) => mentees,
      },
      {
        id: 'mentors',
        header: t('cohorts.mentors'),
        isExtra: true,
        isShort: true,
        cell: ({ mentors }) => mentors,
      },
      { id: 'invited', header: t('cohorts.invited'), isShort: true, cell: ({ invited }) => invited },
      {
        id: 'createdAt',
        header: t('cohorts.createdAt'),
        sort: 'createdAt',
        isDescendingFirst: true,
        isShort: true,
        cell: ({ createdAt }) => formatDate(createdAt, i18n.language, 'list'),
      },
      {
        id: 'acts',
        header: t('cohorts.acts'),
        cell: (cohort) => (
          <span className={styles.acts}>
            <Button
              size="compact-md"
              variant="subtle"
              aria-label={`${t('cohorts.rename')}: ${cohort.name}`}
              onClick={() => onRename(cohort)}
            >
              {t('cohorts.rename')}
            </Button>
            <Button
              size="compact-md"
              variant="subtle"
              color="red"
              aria-label={`${t('cohorts.remove')}: ${cohort.name}`}
              onClick={() => onRemove(cohort)}
            >
              {t('cohorts.remove')}
            </Button>
          </span>
        ),
      },
    ];
    return columns;
  }, [t, i18n.language, hasProgramme, onRename, onRemove]);
}
