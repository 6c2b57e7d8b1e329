import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ErrorState, LoadingState, languages, toLanguage, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { TextArea } from 'ui-kit/text-area';
import type { BulkFormProps } from '../../../shared/lists/bulk-bar';
import { BulkRefusal } from '../../../shared/lists/bulk-run';
import { useMissing } from '../../../shared/lists/use-missing';
import { Checkbox } from '../components/checkbox';
import styles from './ask-many-guardians.module.css';
import { nameOf, type Person } from './person';
import { askGuardian, proposedGuardians } from './person/person-record';

/** Of the sentence that says where the addresses stand. */
const MIN_CHARS = 3;
const MAX_CHARS = 500;

/** Why no guardian is asked for a person of the list; null if one can be. */
export function useGuardianRefusal(): (person: Person) => string | null {
  const { t } = useTranslation('staff');
  return ({ missing, isConsentAsked, status }) => {
    if (status === 'closed') return t('people.bulk.closed');
    if (!missing.includes('consent_missing')) return t('askMany.notNeeded');
    return isConsentAsked ? t('askMany.isAsked') : null;
  };
}

/** Asks the guardians of many mentees: each address is confirmed, as that of one is. */
export function AskManyGuardians({ title, count, collect, onSubmit, onClose }: BulkFormProps<Person>) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
  const refusal = useGuardianRefusal();
  // The address of each person as it was read.
  const [checked, setChecked] = useState<ReadonlyMap<string, string>>(new Map());
  const [language, setLanguage] = useState('');
  const [reference, setReference] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['people', 'guardians', 'selected'],
    queryFn: async ({ signal }) => {
      const people = await collect(signal);
      return {
        people,
        emails: await proposedGuardians(
          people.map(({ id }) => id),
          signal,
        ),
      };
    },
    // Of another selection.
    gcTime: 0,
    // An address does not change under its tick.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const people = data?.people ?? [];
  const emailOf = ({ id }: Person) => data?.emails.get(id);
  const hasNoAddress = (person: Person) => refusal(person) === null && emailOf(person) === undefined;
  const reasonOf = (person: Person) =>
    refusal(person) ?? (hasNoAddress(person) ? t('askMany.noAddress') : null);
  const asked = people.filter((person) => reasonOf(person) === null);
  const unknown = people.filter(hasNoAddress);
  const others = people.filter((person) => refusal(person) !== null);
  const isChecked = (person: Person) => checked.get(person.id) === emailOf(person);
  const total = asked.filter(isChecked).length;
  const submit = () =>
    onSubmit(async (person) => {
      const why = reasonOf(person) ?? (isChecked(person) ? null : t('askMany.unchecked'));
      if (why !== null) throw new BulkRefusal(why);
      const theirs = language === '' ? (toLanguage(person.language) ?? 'en') : language;
      await askGuardian(person.id, checked.get(person.id) ?? '', theirs, reference.trim());
    });
  return (
    <FormDialog
      title={title}
      text={data !== undefined && asked.length === 0 ? undefined : t('askMany.text', { count })}
      cancel={t('messages.manyCancel')}
      submit={t('askMany.submit', { count: total })}
      missing={
        data !== undefined && asked.length === 0
          ? t('askMany.noneToAsk')
          : missing({
              [t('askMany.addresses')]: total === 0,
              [t('person.guardian.where')]: reference.trim().length < MIN_CHARS,
            })
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <LoadingState />}
      {unknown.length > 0 && (
        <section className={styles.unknown} aria-label={t('askMany.unknown', { count: unknown.length })}>
          <p>
            <strong>{t('askMany.unknown', { count: unknown.length })}</strong>{' '}
            {t('askMany.unknownText', { button: t('person.guardian.ask') })}
          </p>
          <People people={unknown} />
        </section>
      )}
      {asked.length > 0 && (
        <fieldset className={styles.people}>
          <legend>{t('askMany.addresses')}</legend>
          <Checkbox
            label={t('askMany.all', { count: asked.length })}
            checked={total === asked.length}
            indeterminate={total > 0 && total < asked.length}
            onChange={({ currentTarget }) =>
              setChecked(
                new Map(currentTarget.checked ? asked.map((one) => [one.id, emailOf(one) ?? '']) : []),
              )
            }
          />
          <ul className={styles.list}>
            {asked.map((person) => (
              <li key={person.id}>
                <Checkbox
                  label={
                    <>
                      <bdi>{nameOf(person)}</bdi> <bdi className={styles.email}>{emailOf(person)}</bdi>
                    </>
                  }
                  checked={isChecked(person)}
                  onChange={({ currentTarget }) => {
                    const next = new Map(checked);
                    if (currentTarget.checked) next.set(person.id, emailOf(person) ?? '');
                    else next.delete(person.id);
                    setChecked(next);
                  }}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {others.length > 0 && (
        <details className={styles.others} open={asked.length === 0 && unknown.length === 0}>
          <summary>{t('askMany.others', { count: others.length })}</summary>
          <People people={others} reasonOf={refusal} />
        </details>
      )}
      {asked.length > 0 && (
        <>
          <NativeSelect
            label={t('person.guardian.language')}
            value={language}
            onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
            data={[
              { value: '', label: t('askMany.theirLanguage') },
              ...languages.map(({ code, name }) => ({ value: code, label: name })),
            ]}
          />
          <TextArea
            label={t('person.guardian.where')}
            hint={t('person.guardian.whereHint')}
            rows={2}
            maxLength={MAX_CHARS}
            value={reference}
            onChange={setReference}
          />
        </>
      )}
    </FormDialog>
  );
}

interface PeopleProps {
  people: readonly Person[];
  reasonOf?: (person: Person) => string | null;
}

/** Each with the way to their page, and with a reason if theirs differ. */
function People({ people, reasonOf }: PeopleProps) {
  return (
    <ul className={styles.list}>
      {people.map((person) => (
        <li key={person.id}>
          <Link to={`/staff/people/${person.id}`}>
            <bdi>{nameOf(person)}</bdi>
          </Link>
          {reasonOf && <span className={styles.email}>{reasonOf(person)}</span>}
        </li>
      ))}
    </ul>
  );
}
