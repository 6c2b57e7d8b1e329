import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, toast, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { QueryState } from 'ui-kit/query-state';
import field from '../../../../shared/forms/small-field.module.css';
import { fetchPageOf } from '../../api/staff';
import { nameOf, type Person } from '../person';
import styles from './match-dialog.module.css';
import type { PersonRecord } from './person-record';

const SHOWN = 8;
const SEARCH_DEBOUNCE_MS = 300;
const fetchPeople = fetchPageOf<Person>('/api/staff/people/');

/** Finds the other side of a pair and begins their mentorship. */
export function MatchDialog({ person, onClose }: { person: PersonRecord; onClose: () => void }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('');
  const isMentor = person.role === 'mentor';
  const [q] = useDebouncedValue(search.trim(), SEARCH_DEBOUNCE_MS);
  const parameters = {
    role: isMentor ? 'mentee' : 'mentor',
    status: 'active',
    sort: 'name',
    limit: String(SHOWN),
    ...(person.programme && { programme: person.programme.id }),
    ...(q === '' ? {} : { q }),
  };
  const candidates = useQuery({
    queryKey: ['staff', 'candidates', parameters],
    queryFn: ({ signal }) => fetchPeople(parameters, signal),
    placeholderData: keepPreviousData,
  });
  const begin = useMutation({
    mutationFn: () => {
      const [mentor, mentee] = isMentor ? [person.id, chosen] : [chosen, person.id];
      return api.post('/api/staff/mentorships/', { body: { mentor, mentees: [mentee] } });
    },
    onSuccess: ({ id }) => {
      void toast(t('match.begun'));
      void queries.invalidateQueries({ queryKey: ['staff'] });
      void queries.invalidateQueries({ queryKey: ['list'] });
      void navigate(`/staff/mentorships/${id}`);
    },
  });
  return (
    <FormDialog
      title={t('match.title')}
      text={t('match.text', { name: nameOf(person) })}
      cancel={t('safeguarding.cancel')}
      submit={t('match.begin')}
      isReady={chosen !== ''}
      isPending={begin.isPending}
      error={begin.error && errorText(begin.error)}
      onSubmit={() => begin.mutate()}
      onClose={onClose}
    >
      <label className={field.label}>
        {t(isMentor ? 'match.searchMentee' : 'match.searchMentor')}
        <input
          type="search"
          dir="auto"
          className={field.field}
          value={search}
          onChange={({ currentTarget: { value } }) => {
            setSearch(value);
            setChosen('');
          }}
        />
      </label>
      <QueryState query={candidates}>
        {({ results, total }) => (
          <fieldset className={styles.people} aria-label={t(isMentor ? 'match.mentees' : 'match.mentors')}>
            {results.length === 0 && <p>{t('match.none')}</p>}
            {results.map((one) => (
              <label key={one.id} className={styles.person}>
                <input
                  type="radio"
                  name="candidate"
                  checked={chosen === one.id}
                  onChange={() => setChosen(one.id)}
                />
                <span>
                  <bdi className={styles.name}>{nameOf(one)}</bdi>
                  <span className={styles.state}>
                    {[
                      t(`people.matched.${one.isMatched ? 'yes' : 'no'}`),
                      ...one.missing.map((fact) => t(`match.missing.${fact}`)),
                    ].join(' · ')}
                  </span>
                </span>
              </label>
            ))}
            {total > results.length && <p>{t('match.more', { number: total - results.length })}</p>}
          </fieldset>
        )}
      </QueryState>
    </FormDialog>
  );
}
