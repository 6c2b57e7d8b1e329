import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { Banner, HttpError, type Schemas, useErrorText, useTranslation } from 'ui-kit';
import { ChoiceCards } from '../../components/choice-cards';
import styles from '../../components/form-page.module.css';
import { KINDS } from '../mentorship';
import { useBegin } from '../use-begin';
import { type Draft, MAX_NAME, menteesOf, type Problem, problemsOf, requestOf } from './draft';
import { PeopleField, PersonPageLink } from './people-field';
import { useConcerns } from './use-concerns';

/** Who begins a mentorship with whom. What is missing of a person is said before it is sent. */
export function NewMentorshipForm({ programmes }: { programmes: readonly Schemas['StaffProgramme'][] }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const begin = useBegin({ replace: true });
  const hasSeveral = programmes.length > 1;
  const [draft, setDraft] = useState<Draft>({
    kind: 'pair',
    programme: hasSeveral ? '' : (programmes[0]?.id ?? ''),
    mentor: null,
    mentees: [],
    name: '',
  });
  const [checks, setChecks] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const isRefused = useRef(false);
  const { kind, programme, mentor, name } = draft;
  const mentees = menteesOf(draft);
  const people = [...(mentor === null ? [] : [mentor]), ...mentees];
  const concerns = useConcerns(people);
  const problems = problemsOf(draft, hasSeveral);
  const problemOf = (field: Problem, text: string) => (checks > 0 && problems.has(field) ? text : null);
  const change = (changes: Partial<Draft>) => {
    begin.reset();
    setDraft((before) => ({ ...before, ...changes }));
  };

  // The fields show what is wrong first.
  useLayoutEffect(() => {
    if (!isRefused.current) return;
    isRefused.current = false;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (begin.isPending) return;
    isRefused.current = problems.size > 0;
    setChecks(checks + 1);
    if (problems.size === 0) begin.mutate(requestOf(draft));
  }

  const { error } = begin;
  const isNotCleared = error instanceof HttpError && error.code === 'not_cleared';
  const blocked = isNotCleared ? people.filter(({ id }) => (concerns.get(id)?.length ?? 0) > 0) : [];
  const isGroup = kind === 'group';
  return (
    <form className={styles.form} noValidate ref={form} aria-label={t('match.title')} onSubmit={submit}>
      <ChoiceCards
        legend={t('mentorships.kind')}
        options={KINDS.map((id) => ({
          id,
          title: t(`mentorships.kinds.${id}`),
          text: t(`begin.kinds.${id}`),
        }))}
        chosen={kind}
        onChoose={(one) => change({ kind: one })}
      />
      {hasSeveral && (
        <NativeSelect
          size="md"
          label={t('people.programme')}
          error={problemOf('programme', t('begin.problems.programme'))}
          value={programme}
          // People of another programme cannot stay.
          onChange={(event) => change({ programme: event.currentTarget.value, mentor: null, mentees: [] })}
        >
          <option value="" disabled>
            {t('import.chooseProgramme')}
          </option>
          {programmes.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </NativeSelect>
      )}
      {(!hasSeveral || programme !== '') && (
        <>
          <PeopleField
            key={`mentor-${programme}`}
            legend={t('people.roles.mentor')}
            side="mentor"
            programme={programme || undefined}
            chosen={mentor === null ? [] : [mentor]}
            concerns={concerns}
            problem={problemOf('mentor', t('begin.problems.mentor'))}
            onChange={([chosen]) => change({ mentor: chosen ?? null })}
          />
          <PeopleField
            key={`mentees-${programme}`}
            legend={t(isGroup ? 'match.mentees' : 'people.roles.mentee')}
            side="mentee"
            programme={programme || undefined}
            chosen={mentees}
            isSeveral={isGroup}
            concerns={concerns}
            problem={problemOf('mentees', t('begin.problems.mentees'))}
            onChange={(chosen) => change({ mentees: chosen })}
          />
        </>
      )}
      {isGroup && (
        <TextInput
          size="md"
          label={t('begin.name')}
          dir="auto"
          autoComplete="off"
          maxLength={MAX_NAME}
          error={problemOf('name', t('begin.problems.name'))}
          value={name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      )}
      {error !== null && (
        <Banner tone="danger" role="alert">
          {errorText(error)}
          {blocked.map((person) => (
            <div key={person.id}>
              <PersonPageLink person={person} />
            </div>
          ))}
        </Banner>
      )}
      <Button className={styles.submit} type="submit" size="md" aria-disabled={begin.isPending || undefined}>
        {t('match.begin')}
      </Button>
    </form>
  );
}
