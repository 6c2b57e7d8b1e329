import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate, formatDateTime, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { formatScore } from '../../components/score';
import { type Brought, type PersonRecord, roundsQuery } from './person-record';
import styles from './person-timeline.module.css';

/** What the rounds of the matching brought a person, and what became of it, newest first. */
export function PersonRounds({ person }: { person: PersonRecord }) {
  const { t, i18n } = useTranslation('staff');
  const query = useInfiniteQuery(roundsQuery(person.id));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rounds = query.data?.pages.flatMap(({ results }) => results);
  return (
    <>
      <h3 className={styles.part}>{t('rounds.title')}</h3>
      <QueryState query={{ ...query, data: rounds }}>
        {(all) =>
          all.length === 0 ? (
            <p className={styles.change}>{t('rounds.none')}</p>
          ) : (
            <ol className={styles.list}>
              {all.map((one) => (
                <li key={`${one.run} ${one.other?.id}`} className={styles.entry}>
                  <time
                    className={styles.day}
                    dateTime={one.at}
                    title={formatDateTime(one.at, i18n.language)}
                  >
                    {formatDate(one.at, i18n.language, 'list')}
                  </time>
                  <Entry one={one} role={person.role} />
                </li>
              ))}
            </ol>
          )
        }
      </QueryState>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('rounds.older')}
        </Button>
      )}
    </>
  );
}

function Entry({ one, role }: { one: Brought; role: PersonRecord['role'] }) {
  const { t, i18n } = useTranslation('staff');
  const { run, other, score, outcome, since, mentorship, rule, criterion } = one;
  const toRound = <Link to={`/staff/matching/${run}`}>{t('rounds.round')}</Link>;
  if (other === null || outcome === null) {
    const why =
      criterion !== null
        ? t('round.rules.criterion', { criterion })
        : rule === 'outranked' && role === 'mentor'
          ? t('round.rules.notNeeded')
          : t(`round.rules.${rule ?? 'no_counterpart'}`);
    return (
      <div className={styles.words}>
        <span>{t('rounds.leftOut')}</span>
        <span className={styles.reason}>{why}</span>
        {toRound}
      </div>
    );
  }
  return (
    <div className={styles.words}>
      <span>
        {other.name === '' ? (
          t('mentorships.former')
        ) : (
          <Link to={`/staff/people/${other.id}`}>
            <bdi>{other.name}</bdi>
          </Link>
        )}
        {score !== null && ` · ${t('round.fits', { share: formatScore(score, i18n.language) })}`}
      </span>
      <span className={styles.change}>
        {t(`rounds.outcomes.${outcome}`)}
        {since !== null && ` · ${formatDate(since, i18n.language, 'list')}`}
      </span>
      <span className={styles.links}>
        {toRound}
        {mentorship !== null && <Link to={`/staff/mentorships/${mentorship}`}>{t('rounds.mentorship')}</Link>}
      </span>
    </div>
  );
}
