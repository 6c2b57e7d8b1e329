import { useMemo } from 'react';
import { formatDate, useTranslation } from 'ui-kit';
import type { Column } from '../../../shared/lists/column';
import { RecordLink } from '../components/cells';
import { StateChip } from '../components/state-chip';
import { Answered } from './answered';
import { useRolesText } from './survey-texts';
import type { SurveyWindow } from './survey-window';
import { useWhenText } from './use-when-text';

/** The columns of the list of windows. */
export function useWindowColumns(hasProgramme: boolean): Column<SurveyWindow>[] {
  const { t, i18n } = useTranslation('staff');
  const whenOf = useWhenText();
  const rolesOf = useRolesText();
  return useMemo(() => {
    const columns: Column<SurveyWindow>[] = [
      {
        id: 'survey',
        header: t('surveys.survey'),
        isName: true,
        cell: ({ id, survey }) => (
          <RecordLink to={id}>
            <bdi>{survey.name}</bdi>
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
        id: 'roles',
        header: t('surveys.who'),
        cell: ({ roles, cohort }) => [rolesOf(roles), ...(cohort === null ? [] : [cohort])].join(' · '),
      },
      { id: 'when', header: t('surveys.whenLabel'), cell: whenOf },
      {
        id: 'state',
        header: t('surveys.state'),
        isShort: true,
        cell: ({ state }) => <WindowState state={state} />,
      },
      {
        id: 'answers',
        header: t('surveys.answers'),
        isShort: true,
        cell: ({ sent, asked }) => <Answered sent={sent} asked={asked} />,
      },
      {
        id: 'createdAt',
        header: t('surveys.createdAt'),
        sort: 'createdAt',
        isDescendingFirst: true,
        isExtra: true,
        isShort: true,
        cell: ({ createdAt }) => formatDate(createdAt, i18n.language, 'list'),
      },
    ];
    return columns;
  }, [t, i18n.language, hasProgramme, whenOf, rolesOf]);
}

/** Whether people can answer. */
export function WindowState({ state }: Pick<SurveyWindow, 'state'>) {
  const { t } = useTranslation('staff');
  return <StateChip isCurrent={state === 'open'}>{t(`surveys.states.${state}`)}</StateChip>;
}
