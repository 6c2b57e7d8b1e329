import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Banner, formatDate, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import styles from './programme-situation.module.css';
import type { Situation } from './round';
import { useDraft } from './use-draft';

/** Who waits in a programme, and the one next step. */
export function ProgrammeSituation({ situation }: { situation: Situation }) {
  const { t, i18n } = useTranslation('staff');
  const { programme, waiting, deciding, mentors, paused, openRun } = situation;
  const figures = [
    ['waiting', waiting],
    ['deciding', deciding],
    ['mentors', mentors],
    ['paused', paused],
  ] as const;
  const rehearsal = `/staff/matching/rehearsal?programme=${programme.id}`;
  return (
    <li className={styles.programme}>
      <h2 className={styles.title}>
        <bdi>{programme.title}</bdi>
      </h2>
      <dl className={styles.figures}>
        {figures.map(([name, number]) => (
          <div key={name} className={styles.figure}>
            <dt>{t(`matching.figures.${name}`)}</dt>
            <dd>{number}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.next}>{useNext(situation)}</p>
      <div className={styles.acts}>
        {openRun === null ? (
          <DraftButton situation={situation} />
        ) : (
          <Button component={Link} to={`/staff/matching/${openRun.id}`}>
            {t(`matching.look.${openRun.state === 'draft' ? 'draft' : 'approved'}`)}
          </Button>
        )}
        {openRun?.state === 'draft' && <DraftButton situation={situation} />}
        {(openRun === null || openRun.state === 'draft') && (
          <Button component={Link} to={rehearsal} variant="default">
            {t('matching.tryWeights')}
          </Button>
        )}
      </div>
      {openRun !== null && (
        <p className={styles.since}>
          {t('matching.computedOn', { day: formatDate(openRun.createdAt, i18n.language, 'sentence') })}
        </p>
      )}
    </li>
  );
}

/** What happens next, in one sentence. */
function useNext({ openRun, nextRoundAt, publishesAutomatically, waiting, mentors }: Situation): string {
  const { t, i18n } = useTranslation('staff');
  const day = nextRoundAt === null ? '' : formatDate(nextRoundAt, i18n.language, 'sentence');
  // The next round takes the place of a draft, not of what is approved.
  if (openRun?.state === 'draft')
    return t(`matching.openRun.${day === '' ? 'draft' : 'draftUntil'}`, { day });
  if (openRun !== null)
    return t(`matching.openRun.${openRun.state === 'publishing' ? 'publishing' : 'approved'}`);
  if (waiting === 0) {
    const none = t('matching.noMentees');
    return publishesAutomatically && day !== '' ? `${none} ${t('matching.nextPublished', { day })}` : none;
  }
  if (mentors === 0) return t('matching.noMentors');
  if (day === '') return t('matching.unscheduled');
  return t(publishesAutomatically ? 'matching.nextPublished' : 'matching.nextDrafted', { day });
}

/** Computes a draft and shows it. What staff changed in an earlier one is lost: that is asked first. */
function DraftButton({ situation }: { situation: Situation }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const { compute, isPending, error } = useDraft(situation);
  const [isAsked, setIsAsked] = useState(false);
  const { openRun, waiting } = situation;
  return (
    <>
      <Button
        variant={openRun === null && waiting > 0 ? 'filled' : 'default'}
        aria-disabled={isPending || undefined}
        onClick={() => (openRun === null ? compute() : setIsAsked(true))}
      >
        {t(isPending ? 'matching.drafting' : openRun === null ? 'matching.draft' : 'matching.draftAgain')}
      </Button>
      {isAsked && (
        <FormDialog
          title={t('matching.draftAgain')}
          text={t('matching.draftAgainText')}
          cancel={t('safeguarding.cancel')}
          submit={t('matching.draftAgain')}
          isPending={isPending}
          error={error && errorText(error)}
          onSubmit={() => compute()}
          onClose={() => setIsAsked(false)}
        />
      )}
      {error !== null && !isAsked && (
        <Banner tone="danger" role="alert">
          {errorText(error)}
        </Banner>
      )}
    </>
  );
}
