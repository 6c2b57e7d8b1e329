import { Button } from '@mantine/core';
import { formatDate, useTranslation } from 'ui-kit';
import { type Measure, useMeasureDialog } from '../../components/measure';
import { Section } from '../../components/section';
import { nameOf } from '../person';
import { ApplicationAnswers } from './application-answers';
import styles from './person-facts.module.css';
import { decideApplication, type PersonRecord } from './person-record';

/** What there is to see before staff decide about an application, with the decisions. */
export function PersonApplication({ person }: { person: PersonRecord }) {
  const { t, i18n } = useTranslation('staff');
  const { open, dialog, titleRef } = useMeasureDialog();
  const { application } = person;
  const measures = useDecisions(person);
  if (application === null) {
    // What they answered stays to be read; the approval ends the rest, and moves the focus.
    if (person.approvedAt === null || !person.mayChange) return null;
    return (
      <Section title={t('application.title')} titleRef={titleRef}>
        <p className={styles.note}>
          {t('application.approvedOn', { day: formatDate(person.approvedAt, i18n.language, 'sentence') })}
        </p>
        <ApplicationAnswers id={person.id} />
      </Section>
    );
  }
  const { declaredAt, surveys, surveysDone, note, decidedAt, eraseAt } = application;
  const day = (at: string) => formatDate(at, i18n.language, 'sentence');
  return (
    <Section title={t('application.title')} titleRef={titleRef}>
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt>{t('application.declaration')}</dt>
          <dd>
            {declaredAt === null
              ? t('application.notDeclared')
              : t('application.declaredOn', { day: day(declaredAt) })}
          </dd>
        </div>
        {surveys > 0 && (
          <div className={styles.fact}>
            <dt>{t('application.surveys')}</dt>
            <dd>
              <span>{t('application.surveysDone', { done: surveysDone, count: surveys })}</span>
              {surveysDone < surveys && <small className={styles.note}>{t('application.notComplete')}</small>}
            </dd>
          </div>
        )}
        {decidedAt !== null && eraseAt !== null && (
          <div className={styles.fact}>
            <dt>{t(`people.statuses.${application.state === 'withdrawn' ? 'withdrawn' : 'declined'}`)}</dt>
            <dd>
              <span>{day(decidedAt)}</span>
              <small className={styles.note}>{t('application.erased', { day: day(eraseAt) })}</small>
            </dd>
          </div>
        )}
        {note !== '' && (
          <div className={styles.fact}>
            <dt>{t('application.wrote')}</dt>
            <dd>
              <q dir="auto">{note}</q>
            </dd>
          </div>
        )}
      </dl>
      {person.mayChange && application.state !== 'withdrawn' && <ApplicationAnswers id={person.id} />}
      {person.mayChange && measures.length > 0 && (
        <div className={styles.decisions}>
          {measures.map((measure, at) => (
            <Button
              key={measure.label}
              variant={at === 0 ? 'filled' : 'default'}
              onClick={() => open(measure)}
            >
              {measure.label}
            </Button>
          ))}
        </div>
      )}
      {dialog}
    </Section>
  );
}

function useDecisions(person: PersonRecord): Measure[] {
  const { t } = useTranslation('staff');
  const { id, status } = person;
  const state = person.application?.state;
  const isComplete = person.appliedAt !== null;
  const name = nameOf(person);
  const approve: Measure = {
    label: t('application.approve'),
    text: t(isComplete ? 'application.approveText' : 'application.approveUnfinishedText', { name }),
    done: t('application.approved', { name }),
    act: () => decideApplication(id, { decision: 'approve' }),
  };
  const decline: Measure = {
    label: t('application.decline'),
    text: t('application.declineText', { name }),
    done: t('application.declined', { name }),
    needsReason: true,
    reasonTexts: { label: t('application.note'), hint: t('application.noteHint') },
    act: ({ reason }) => decideApplication(id, { decision: 'decline', note: reason }),
  };
  const reopen: Measure = {
    label: t('application.reopen'),
    text: t('application.reopenText', { name }),
    done: t('application.reopened'),
    act: () => decideApplication(id, { decision: 'reopen' }),
  };
  if (status === 'closed') return [];
  if (state === 'open') return [approve, decline];
  return state === 'declined' ? [reopen] : [];
}
