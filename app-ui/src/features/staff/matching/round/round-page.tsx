import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, UsersRound } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { DataTable } from '../../../../shared/lists/data-table';
import type { Filter } from '../../../../shared/lists/filter';
import { useList } from '../../../../shared/lists/use-list';
import { AreaTabs } from '../../components/area-tabs';
import { RecordPage } from '../../components/record-page';
import { type LeftOut, leftOutOf, menteesOf, OUTCOMES, type RoundRecord, roundQuery } from '../round';
import { useLeftOutColumns, useMenteeColumns } from './mentee-columns';
import { RoundActs } from './round-acts';
import { RoundFairness } from './round-fairness';
import { RoundHead } from './round-head';
import styles from './round-page.module.css';

/** A round: what it suggests, who gets nothing and why, and its approval and publication. */
export function Component() {
  const { t } = useTranslation('staff');
  const { runId = '', view } = useParams();
  const leftOut = view === 'left-out' ? 'mentee' : view === 'left-out-mentors' ? 'mentor' : null;
  const isFairness = view === 'fairness';
  const query = useQuery(roundQuery(runId));
  useFollowedLists(query);
  return (
    <RecordPage query={query} list="/staff/matching" back={t('round.back')} isWide>
      {(round) => (
        <div className={styles.parts}>
          <RoundHead round={round} />
          <RoundActs round={round} />
          <AreaTabs
            label={t('round.views')}
            tabs={[
              {
                to: `/staff/matching/${runId}`,
                label: t('round.suggestions'),
                isCurrent: leftOut === null && !isFairness,
              },
              {
                to: `/staff/matching/${runId}/left-out`,
                label: t('round.leftOut'),
                isCurrent: leftOut === 'mentee',
              },
              {
                to: `/staff/matching/${runId}/left-out-mentors`,
                label: t('round.leftOutMentors'),
                isCurrent: leftOut === 'mentor',
              },
              ...(round.hasFairness
                ? [
                    {
                      to: `/staff/matching/${runId}/fairness`,
                      label: t('fairness.title'),
                      isCurrent: isFairness,
                    },
                  ]
                : []),
            ]}
          />
          {isFairness && <RoundFairness key={runId} run={runId} />}
          {leftOut !== null && <LeftOutList key={`${runId} ${leftOut}`} round={round} role={leftOut} />}
          {!isFairness && leftOut === null && <MenteeList key={runId} round={round} />}
        </div>
      )}
    </RecordPage>
  );
}

/** While a round is being published its lists change, too. */
function useFollowedLists({ data, dataUpdatedAt }: UseQueryResult<RoundRecord>) {
  const queries = useQueryClient();
  const isPublishing = data?.state === 'publishing';
  const wasPublishing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (isPublishing || wasPublishing.current) void queries.invalidateQueries({ queryKey: ['list'] });
    wasPublishing.current = isPublishing;
  }, [dataUpdatedAt, isPublishing]);
}

function MenteeList({ round }: { round: RoundRecord }) {
  const { t } = useTranslation('staff');
  const list = useList(useMemo(() => menteesOf(round.id), [round.id]));
  const columns = useMenteeColumns(round);
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'options',
        name: 'outcome',
        label: t('round.outcome'),
        options: OUTCOMES.map((value) => ({ value, label: t(`round.outcomes.${value}`) })),
      },
    ],
    [t],
  );
  return (
    <DataTable
      list={list}
      label={t('round.suggestions')}
      searchLabel={t('round.search')}
      columns={columns}
      filters={round.state === 'published' ? filters : []}
      nameOf={({ name }) => name || t('mentorships.former')}
      empty={{ icon: UsersRound, title: t('round.none'), text: t('round.noneText') }}
    />
  );
}

interface LeftOutListProps {
  round: RoundRecord;
  role: LeftOut['role'];
}

function LeftOutList({ round, role }: LeftOutListProps) {
  const { t } = useTranslation('staff');
  const list = useList(useMemo(() => leftOutOf(round.id, role), [round.id, role]));
  const columns = useLeftOutColumns(round);
  return (
    <DataTable
      list={list}
      label={t(role === 'mentee' ? 'round.leftOut' : 'round.leftOutMentors')}
      searchLabel={t('people.search')}
      columns={columns}
      filters={[]}
      nameOf={({ name }) => name || t('mentorships.former')}
      empty={{ icon: CircleCheck, title: t('round.allServed'), text: t('round.allServedText') }}
    />
  );
}
