import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import field from '../../../shared/forms/small-field.module.css';
import { fetchPageOf } from '../api/staff';
import { nameOf, type Person } from '../people/person';
import styles from './person-picker.module.css';

const SHOWN = 8;
const SEARCH_DEBOUNCE_MS = 300;
const fetchPeople = fetchPageOf<Person>('/api/staff/people/');

interface PersonPickerProps {
  /** The role of those who are found. */
  side: 'mentor' | 'mentee';
  programme: string | undefined;
  /** The ids of those who are left out. */
  without?: readonly string[];
  /** The id of the one whose radio button is checked; without it each row is a button, and a choice empties the search. */
  chosen?: string;
  /** Why the choice cannot be sent. */
  problem?: string | null;
  /** Null once another search begins. */
  onChoose: (person: Person | null) => void;
}

/** Searches for a person of a programme, and says of each what is missing. */
export function PersonPicker({
  side,
  programme,
  without = [],
  chosen,
  problem = null,
  onChoose,
}: PersonPickerProps) {
  const { t } = useTranslation('staff');
  const problemId = useId();
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search.trim(), SEARCH_DEBOUNCE_MS);
  const parameters = {
    role: side,
    status: 'active',
    sort: 'name',
    limit: String(SHOWN + without.length),
    ...(programme !== undefined && { programme }),
    ...(q === '' ? {} : { q }),
  };
  const candidates = useQuery({
    queryKey: ['staff', 'candidates', parameters],
    queryFn: ({ signal }) => fetchPeople(parameters, signal),
    placeholderData: keepPreviousData,
  });
  const isMentor = side === 'mentor';
  const hasButtons = chosen === undefined;
  const choose = (person: Person) => {
    if (hasButtons) setSearch('');
    onChoose(person);
  };
  return (
    <>
      <label className={field.label}>
        {t(isMentor ? 'match.searchMentor' : 'match.searchMentee')}
        <input
          type="search"
          dir="auto"
          className={field.field}
          value={search}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : problemId}
          onChange={({ currentTarget: { value } }) => {
            setSearch(value);
            if (!hasButtons) onChoose(null);
          }}
          onKeyDown={(event) => {
            // The form around it is not complete yet.
            if (hasButtons && event.key === 'Enter') event.preventDefault();
          }}
        />
      </label>
      {problem !== null && (
        <p className={styles.problem} id={problemId}>
          {problem}
        </p>
      )}
      <QueryState query={candidates}>
        {({ results, total }) => {
          const people = results.filter(({ id }) => !without.includes(id)).slice(0, SHOWN);
          const others = total - people.length - results.filter(({ id }) => without.includes(id)).length;
          return (
            <fieldset className={styles.people} aria-label={t(isMentor ? 'match.mentors' : 'match.mentees')}>
              {people.length === 0 && <p>{t('match.none')}</p>}
              {people.map((person) =>
                hasButtons ? (
                  <button
                    key={person.id}
                    type="button"
                    className={styles.person}
                    onClick={() => choose(person)}
                  >
                    <Words person={person} />
                  </button>
                ) : (
                  <label key={person.id} className={styles.person}>
                    <input
                      type="radio"
                      name="candidate"
                      checked={chosen === person.id}
                      onChange={() => choose(person)}
                    />
                    <Words person={person} />
                  </label>
                ),
              )}
              {others > 0 && <p>{t('match.more', { number: others })}</p>}
            </fieldset>
          );
        }}
      </QueryState>
    </>
  );
}

function Words({ person }: { person: Person }) {
  const { t } = useTranslation('staff');
  const state = [
    t(`people.matched.${person.isMatched ? 'yes' : 'no'}`),
    ...person.missing.map((fact) => t(`match.missing.${fact}`)),
  ];
  return (
    <span>
      <bdi className={styles.name}>{nameOf(person)}</bdi>
      <span className={styles.state}>{state.join(' · ')}</span>
    </span>
  );
}
