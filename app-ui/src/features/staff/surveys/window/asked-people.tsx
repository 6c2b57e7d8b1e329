import { useQueryClient } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'ui-kit';
import { dayInSentence } from '../../../../shared/dates/day-in-sentence';
import { DataTable } from '../../../../shared/lists/data-table';
import type { Filter } from '../../../../shared/lists/filter';
import { listKey, useList } from '../../../../shared/lists/use-list';
import {
  ASKED_WITHIN_MS,
  askedBy,
  isBeingAsked,
  PERSON_STATES,
  ROLES,
  type SurveyWindowRecord,
} from '../survey-window';
import { nameOf, useAskedColumns } from './asked-columns';
import styles from './window-page.module.css';

/** Those who are asked, each with how far they are. */
export function AskedPeople({ window }: { window: SurveyWindowRecord }) {
  const { t, i18n } = useTranslation('staff');
  const { id, state, opensOn, today, roles } = window;
  const list = useList(useMemo(() => askedBy(id), [id]));
  useFollowedList(window);
  const columns = useAskedColumns(window);
  const hasBoth = roles.length > 1;
  const filters = useMemo<Filter[]>(() => {
    const byState: Filter = {
      kind: 'options',
      name: 'state',
      label: t('surveys.state'),
      options: PERSON_STATES.map((value) => ({ value, label: t(`surveys.personStates.${value}`) })),
    };
    const byRole: Filter = {
      kind: 'options',
      name: 'role',
      label: t('people.role'),
      isSingle: true,
      options: ROLES.map((value) => ({ value, label: t(`people.roles.${value}`) })),
    };
    return hasBoth ? [byState, byRole] : [byState];
  }, [t, hasBoth]);
  const isAsking = useIsBeingAsked(window);
  const day = dayInSentence(opensOn ?? today, today, i18n.language);
  return (
    // The list is a region of its own.
    <div>
      <h2 className={styles.title}>{t('surveys.askedPeople')}</h2>
      <DataTable
        list={list}
        label={t('surveys.askedPeople')}
        searchLabel={t('surveys.searchPeople')}
        columns={columns}
        filters={filters}
        nameOf={({ person }) => nameOf(person)}
        empty={{
          icon: UsersRound,
          title: t(isAsking ? 'surveys.beingAsked' : 'surveys.noPeople'),
          text:
            state === 'planned'
              ? t('surveys.noPeoplePlanned', { day })
              : t(isAsking ? 'surveys.beingAskedText' : 'surveys.noPeopleText'),
        }}
      />
    </div>
  );
}

/** Whether a job asks its people; no longer, once they should have been asked. */
function useIsBeingAsked(window: SurveyWindowRecord): boolean {
  const [now, setNow] = useState(Date.now);
  const isAsking = isBeingAsked(window, now);
  const { createdAt } = window;
  useEffect(() => {
    if (!isAsking) return;
    const left = Date.parse(createdAt) + ASKED_WITHIN_MS - Date.now();
    const timer = setTimeout(() => setNow(Date.now()), Math.max(left, 0));
    return () => clearTimeout(timer);
  }, [isAsking, createdAt]);
  return isAsking;
}

/** What the page counts again has changed in the list, too. */
function useFollowedList({ id, asked, begun, sent }: SurveyWindowRecord): void {
  const queries = useQueryClient();
  const counted = `${asked} ${begun} ${sent}`;
  const listed = useRef(counted);
  useEffect(() => {
    if (listed.current === counted) return;
    listed.current = counted;
    void queries.invalidateQueries({ queryKey: listKey(askedBy(id)) });
  }, [counted, id, queries]);
}
