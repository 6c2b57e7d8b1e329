import { Button, NativeSelect } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Banner, HttpError, useErrorText, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../../shared/account/use-current-user';
import { storedJson } from '../../../../shared/lists/stored';
import { CohortSelect } from '../../components/cohort-select';
import frame from '../../components/form-page.module.css';
import type { ProgrammeSurveys } from '../survey-window';
import { ConfirmDialog } from './confirm-dialog';
import { type Draft, draftOf, type Field, givenBy, isDraft, problemsOf, requestOf } from './draft';
import { RemindersField } from './reminders-field';
import { RolesField } from './roles-field';
import { useAsk } from './use-ask';
import { usePreview } from './use-preview';
import { WhenField } from './when-field';
import styles from './window-form.module.css';

const readDraft = storedJson<Partial<Draft>>({}, isDraft);

/** Who is asked to take which survey, and when. What is typed stays in this tab until it is sent. */
export function WindowForm({ programmes }: { programmes: readonly ProgrammeSurveys[] }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const [address] = useSearchParams();
  const { id: self } = useCurrentUser();
  const [typed, setTyped, forget] = useSessionStorage<Partial<Draft>>({
    // A link that names a survey begins a form of its own.
    key: `mentor-hub.survey-window.${self}?${address}`,
    defaultValue: {},
    deserialize: readDraft,
    getInitialValueInEffect: false,
  });
  const draft = draftOf(programmes, givenBy(address), typed);
  const programme = programmes.find(({ id }) => id === draft.programme);
  const survey = programme?.surveys.find(({ key }) => key === draft.survey);
  const today = programme?.today ?? '';
  const [isRestored, setIsRestored] = useState(() => Object.keys(typed).length > 0);
  const [isChecked, setIsChecked] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isRefused = useRef(false);

  const problems = problemsOf(draft, today);
  const body = problems.size === 0 ? requestOf(draft) : null;
  const ask = useAsk(today, forget);
  const preview = usePreview(body, today);
  const asksNow = draft.kind === 'dates' && draft.opensOn === today;
  const isPointless = preview.isTaken || (asksNow && preview.people === 0);

  const refused = ask.error instanceof HttpError && ask.error.code === 'invalid' ? ask.error.fields : {};
  const problemOf = (field: Field): string | null => {
    const problem = isChecked ? problems.get(field) : undefined;
    if (problem !== undefined) return t(`surveys.problems.${problem}`);
    return field in refused ? t('surveys.problems.refused') : null;
  };
  const change = (changes: Partial<Draft>) => {
    ask.reset();
    setTyped((before) => ({ ...before, ...changes }));
  };
  const startOver = () => {
    ask.reset();
    forget();
    setIsRestored(false);
    setIsChecked(false);
    form.current?.querySelector<HTMLElement>('select, input:not(:disabled)')?.focus();
  };
  const send = () =>
    body !== null &&
    ask.mutate(body, {
      onError: () => {
        setIsConfirming(false);
        isRefused.current = true;
      },
    });

  // The fields show what is wrong first.
  useLayoutEffect(() => {
    if (!isRefused.current || isConfirming) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong == null && ask.error === null) return;
    isRefused.current = false;
    wrong?.focus();
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (ask.isPending || isPointless) return;
    setIsChecked(true);
    isRefused.current = body === null;
    if (body === null) return;
    if (asksNow) setIsConfirming(true);
    else send();
  }

  const askLabel =
    preview.people === null ? t('surveys.askPeople') : t('surveys.askNumber', { count: preview.people });
  const label = asksNow ? askLabel : t(draft.kind === 'dates' ? 'surveys.plan' : 'surveys.start');
  return (
    <>
      {isRestored && (
        <Banner
          action={
            <Button variant="default" size="xs" onClick={startOver}>
              {t('surveys.startOver')}
            </Button>
          }
        >
          {t('surveys.restored')}
        </Banner>
      )}
      <form className={frame.form} noValidate ref={form} aria-label={t('surveys.ask')} onSubmit={submit}>
        {programmes.length > 1 && (
          <NativeSelect
            size="md"
            label={t('people.programme')}
            error={problemOf('programme')}
            value={draft.programme}
            // Another programme has other surveys and cohorts.
            onChange={({ currentTarget: { value } }) => change({ programme: value, survey: '', cohort: '' })}
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
        {programme !== undefined && (
          <NativeSelect
            size="md"
            label={t('surveys.survey')}
            description={
              survey &&
              [
                t('surveys.parts', { count: survey.stages }),
                t('surveys.questions', { count: survey.questions }),
              ].join(' · ')
            }
            error={problemOf('survey')}
            value={draft.survey}
            onChange={({ currentTarget: { value } }) => change({ survey: value })}
          >
            <option value="" disabled>
              {t('surveys.chooseSurvey')}
            </option>
            {programme.surveys.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
        {survey !== undefined && (
          <RolesField
            survey={survey}
            chosen={draft.roles}
            problem={problemOf('roles')}
            onChange={(roles) => change({ roles })}
          />
        )}
        <CohortSelect
          programme={draft.programme}
          value={draft.cohort}
          error={'cohort' in refused ? t('surveys.problems.cohort') : null}
          onChange={(cohort) => change({ cohort })}
        />
        <WhenField draft={draft} today={today} problemOf={problemOf} onChange={change} />
        <RemindersField chosen={draft.reminders} onChange={(reminders) => change({ reminders })} />
        <div className={styles.send}>
          <p className={styles.preview} data-problem={preview.isTaken || undefined}>
            {preview.text}
          </p>
          {ask.error !== null && !preview.isTaken && (
            <Banner tone="danger" role="alert">
              {errorText(ask.error)}
            </Banner>
          )}
          <Button
            className={frame.submit}
            type="submit"
            size="md"
            aria-disabled={ask.isPending || isPointless || undefined}
            data-disabled={isPointless}
          >
            {label}
          </Button>
        </div>
      </form>
      {isConfirming && (
        <ConfirmDialog
          title={askLabel}
          draft={draft}
          programme={programme?.title ?? ''}
          survey={survey?.name ?? ''}
          isPending={ask.isPending}
          onConfirm={send}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}
