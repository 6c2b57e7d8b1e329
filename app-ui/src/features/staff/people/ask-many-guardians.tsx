import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ErrorState, LoadingState, languages, toLanguage, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { TextArea } from 'ui-kit/text-area';
import type { BulkFormProps } from '../../../shared/lists/bulk-bar';
import { BulkRefusal } from '../../../shared/lists/bulk-run';
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
  const reasonOf = (person: Person) =>
    refusal(person) ?? (emailOf(person) === undefined ? t('askMany.noAddress') : null);
  const asked = people.filter((person) => reasonOf(person) === null);
  const others = people.filter((person) => reasonOf(person) !== null);
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
      text={t('askMany.text', { count })}
      cancel={t('messages.manyCancel')}
      submit={t('askMany.submit', { count: total })}
      isReady={total > 0 && reference.trim().length >= MIN_CHARS}
      onSubmit={submit}
      onClose={onClose}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <LoadingState />}
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
      {others.length > 0 && <NotAsked people={others} reasonOf={reasonOf} isOpen={asked.length === 0} />}
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

interface NotAskedProps {
  people: readonly Person[];
  reasonOf: (person: Person) => string | null;
  isOpen: boolean;
}

/** Those whose guardian is not asked, each with the reason and the way to their page. */
function NotAsked({ people, reasonOf, isOpen }: NotAskedProps) {
  const { t } = useTranslation('staff');
  return (
    <details className={styles.others} open={isOpen}>
      <summary>{t('askMany.others', { count: people.length })}</summary>
      <ul className={styles.list}>
        {people.map((person) => (
          <li key={person.id}>
            <Link to={`/staff/people/${person.id}`}>
              <bdi>{nameOf(person)}</bdi>
            </Link>
            <span className={styles.email}>{reasonOf(person)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
